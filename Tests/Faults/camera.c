// SPDX-License-Identifier: Apache-2.0
// A library to preload: /dev/video0 becomes a camera, so that the way of its frames can be tested on machines without
// one and without a kernel module.
//
//   LINEAMENT_CAMERA=frame.yuyv   the frame that it shows, 320x240 pixels in YUYV
//   LINEAMENT_CAMERA_FRAMES=10    how many frames arrive; then it stays open and silent, as a camera that hangs
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { WIDTH = 320, HEIGHT = 240, SIZE = WIDTH * HEIGHT * 2, BUFFERS = 4, PAGE = 4096 };
enum { SLOT = (SIZE + PAGE - 1) / PAGE * PAGE };

static int camera = -1;
static int blocks = 1;
static int left = 0;
static int queued[BUFFERS], first = 0, count = 0;

static int open_camera(int flags) {
    unsigned char frame[SIZE];
    FILE *file = fopen(getenv("LINEAMENT_CAMERA"), "rb");
    if (!file || fread(frame, 1, SIZE, file) != SIZE) abort();
    fclose(file);
    camera = memfd_create("camera", 0);
    blocks = !(flags & O_NONBLOCK);
    const char *frames = getenv("LINEAMENT_CAMERA_FRAMES");
    left = frames ? atoi(frames) : 0;
    first = count = 0;
    for (int slot = 0; slot < BUFFERS; slot++)
        if (pwrite(camera, frame, SIZE, slot * SLOT) != SIZE) abort();
    if (ftruncate(camera, BUFFERS * SLOT)) abort();
    return camera;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (!strcmp(path, "/dev/video0")) return open_camera(flags);
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

static void describe(struct v4l2_format *format) {
    format->fmt.pix = (struct v4l2_pix_format){
        .width = WIDTH, .height = HEIGHT, .pixelformat = V4L2_PIX_FMT_YUYV, .field = V4L2_FIELD_NONE,
        .bytesperline = WIDTH * 2, .sizeimage = SIZE, .colorspace = V4L2_COLORSPACE_SRGB};
}

static int deliver(struct v4l2_buffer *buffer) {
    while (left <= 0 || !count) {
        if (!blocks) return errno = EAGAIN, -1;
        pause();
    }
    usleep(10000);
    buffer->index = queued[first];
    first = (first + 1) % BUFFERS, count--, left--;
    buffer->bytesused = SIZE;
    buffer->flags = 0;
    gettimeofday(&buffer->timestamp, NULL);
    return 0;
}

static int answer(unsigned long request, void *value) {
    switch (request) {
        case VIDIOC_QUERYCAP:
            *(struct v4l2_capability *)value = (struct v4l2_capability){
                .driver = "fake", .card = "fake", .capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING};
            return 0;
        case VIDIOC_G_INPUT: return *(int *)value = 0, 0;
        case VIDIOC_ENUMINPUT: return ((struct v4l2_input *)value)->index ? (errno = EINVAL, -1) : 0;
        case VIDIOC_G_FMT:
        case VIDIOC_S_FMT: return describe(value), 0;
        case VIDIOC_G_PARM:
        case VIDIOC_S_PARM:
            ((struct v4l2_streamparm *)value)->parm.capture.timeperframe = (struct v4l2_fract){1, 30};
            return 0;
        case VIDIOC_REQBUFS: return ((struct v4l2_requestbuffers *)value)->count = BUFFERS, 0;
        case VIDIOC_QUERYBUF: {
            struct v4l2_buffer *buffer = value;
            buffer->length = SIZE;
            buffer->m.offset = buffer->index * SLOT;
            return 0;
        }
        case VIDIOC_QBUF:
            queued[(first + count) % BUFFERS] = ((struct v4l2_buffer *)value)->index;
            count++;
            return 0;
        case VIDIOC_DQBUF: return deliver(value);
        case VIDIOC_STREAMON:
        case VIDIOC_STREAMOFF: return 0;
        default: return errno = ENOTTY, -1;
    }
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *value = va_arg(rest, void *);
    va_end(rest);
    // FFmpeg passes the request as an int, so its sign may have been extended.
    if (descriptor == camera && camera >= 0) return answer(request & 0xffffffff, value);
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(descriptor, request, value);
}
