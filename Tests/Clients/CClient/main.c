// Uses liblineament from C: MediaPipe's functions and Lineament's own, and the errors of wrong calls.
// usage: client PHOTO FACE_LANDMARKER_MODEL

#include <assert.h>
#include <lineament.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *photo, *model;

// Fails unless a call, which stores its message in `error`, succeeds.
#define CHECK(call) \
    do { \
        char *error = NULL; \
        const MpStatus status = (call); \
        if (status != kMpOk || error) failed(#call, status, error); \
    } while (0)

// Fails unless a call has this status and a message that contains these words.
#define REFUSED(call, expected, words) \
    do { \
        char *error = NULL; \
        const MpStatus status = (call); \
        if (status != expected || !error || !strstr(error, words)) failed(#call, status, error); \
        MpErrorFree(error); \
    } while (0)

static void failed(const char *call, MpStatus status, const char *error) {
    fprintf(stderr, "%s: status %d, %s\n", call, status, error ? error : "no message");
    exit(1);
}

static MpImagePtr opened(void) {
    MpImagePtr image = NULL;
    CHECK(MpImageCreateFromFile(photo, &image, &error));
    return image;
}

static MpFaceLandmarkerOptions face_options(int mode) {
    MpFaceLandmarkerOptions options = {0};
    options.base_options.model_asset_path = model;
    options.running_mode = mode;
    options.num_faces = 1;
    options.min_face_detection_confidence = 0.5f;
    options.min_face_presence_confidence = 0.5f;
    options.min_tracking_confidence = 0.5f;
    options.output_face_blendshapes = true;
    options.output_facial_transformation_matrixes = true;
    return options;
}

static LineamentTask created(LineamentTaskKind kind) {
    LineamentOptions options;
    LineamentTask task = NULL;
    lineament_options_init(&options, kind);
    options.blendshapes = options.matrices = true;
    CHECK(lineament_task_create(&options, &task, &error));
    return task;
}

static void mediapipe_and_arrays_agree(void) {
    MpImagePtr image = opened();
    MpFaceLandmarkerOptions options = face_options(kMpRunningModeImage);
    MpFaceLandmarkerPtr landmarker = NULL;
    CHECK(MpFaceLandmarkerCreate(&options, &landmarker, &error));
    MpFaceLandmarkerResult theirs;
    CHECK(MpFaceLandmarkerDetectImage(landmarker, image, NULL, &theirs, &error));
    assert(theirs.face_landmarks_count == 1 && theirs.face_landmarks[0].landmarks_count == 478);
    assert(strcmp(theirs.face_blendshapes[0].categories[1].category_name, "browDownLeft") == 0);

    LineamentTask task = created(kLineamentFaceLandmarker);
    LineamentResult ours;
    CHECK(lineament_task_detect(task, image, 0, &ours, &error));
    assert(ours.count == 1 && ours.landmark_count == 478 && ours.landmark_dimensions == 3);
    for (int i = 0; i < 478; i++) {
        const MpLandmark *point = &theirs.face_landmarks[0].landmarks[i];
        assert(point->x == ours.landmarks[3 * i] && point->y == ours.landmarks[3 * i + 1]);
        assert(point->z == ours.landmarks[3 * i + 2] && !point->has_visibility && !point->name);
    }
    for (int i = 0; i < 52; i++) assert(theirs.face_blendshapes[0].categories[i].score == ours.blendshapes[i]);
    // MediaPipe's matrix is stored column by column.
    const MpMatrix *matrix = &theirs.facial_transformation_matrixes[0];
    for (int i = 0; i < 16; i++) assert(matrix->data[i % 4 * 4 + i / 4] == ours.matrices[i]);

    lineament_result_free(&ours);
    lineament_result_free(&ours);
    MpFaceLandmarkerCloseResult(&theirs);
    MpFaceLandmarkerCloseResult(&theirs);
    CHECK(MpFaceLandmarkerClose(landmarker, &error));
    CHECK(lineament_task_close(task, &error));
    MpImageFree(image);
}

static int answers;
static int64_t last_time;

static void receive(MpStatus status, const MpFaceLandmarkerResult *result, MpImagePtr image, int64_t timestamp_ms) {
    assert(status == kMpOk && result->face_landmarks_count == 1 && MpImageGetWidth(image) > 0);
    assert(timestamp_ms > last_time || answers == 0);
    last_time = timestamp_ms;
    answers++;
}

static void live_stream_delivers_what_it_accepted(void) {
    MpImagePtr image = opened();
    MpFaceLandmarkerOptions options = face_options(kMpRunningModeLiveStream);
    MpFaceLandmarkerPtr landmarker = NULL;
    REFUSED(MpFaceLandmarkerCreate(&options, &landmarker, &error), kMpInvalidArgument, "callback");
    options.result_callback = receive;
    CHECK(MpFaceLandmarkerCreate(&options, &landmarker, &error));
    for (int i = 0; i < 10; i++) CHECK(MpFaceLandmarkerDetectAsync(landmarker, image, NULL, i * 40, &error));
    REFUSED(MpFaceLandmarkerDetectAsync(landmarker, image, NULL, 1, &error), kMpInvalidArgument, "increasing");
    CHECK(MpFaceLandmarkerClose(landmarker, &error));
    assert(answers >= 2 && last_time == 360);
    MpImageFree(image);
}

static void wrong_calls_are_refused(void) {
    MpImagePtr image = NULL;
    const uint8_t pixels[12] = {0};
    REFUSED(MpImageCreateFromFile("/nowhere.jpg", &image, &error), kMpNotFound, "/nowhere.jpg");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 2, 3, pixels, 12, &image, &error), kMpInvalidArgument, "too small: 12 (expected 18)");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatGray16, 2, 2, pixels, 12, &image, &error), kMpInvalidArgument, "GRAY16");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 1 << 20, 1 << 20, pixels, 12, &image, &error), kMpInvalidArgument, "too small");
    REFUSED(lineament_image_create(kMpImageFormatSrgb, 2, 2, SIZE_MAX / 2, pixels, 12, &image, &error), kMpInvalidArgument, "rows");
    assert(MpImageCreateFromFile(NULL, &image, NULL) == kMpInvalidArgument && image == NULL);
    assert(MpImageGetWidth(NULL) == 0 && MpImageGetWidth((MpImagePtr)12345) == 0);

    CHECK(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 2, 2, pixels, 12, &image, &error));
    uint8_t value;
    const int outside[3] = {0, 2, 0};
    REFUSED(MpImageGetValueUint8(image, outside, 3, &value, &error), kMpOutOfRange, "2x2");
    LineamentTask task = created(kLineamentFaceDetector);
    LineamentResult result;
    REFUSED(lineament_task_detect(task, image, 45, &result, &error), kMpInvalidArgument, "90");
    CHECK(lineament_task_detect(task, image, -90, &result, &error));
    assert(result.count == 0 && !result.landmarks);
    lineament_result_free(&result);
    // An image is no task, a closed task is none, either.
    REFUSED(lineament_task_detect((LineamentTask)image, image, 0, &result, &error), kMpInvalidArgument, "handle");
    CHECK(lineament_task_close(task, &error));
    REFUSED(lineament_task_close(task, &error), kMpInvalidArgument, "closed");
    MpImageFree(image);
    MpImageFree(image);

    LineamentOptions options = {0};
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "lineament_options_init");
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.min_detection_confidence = NAN;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "minFaceDetectionConfidence");
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.model_data = pixels;
    options.model_size = sizeof pixels;
    REFUSED(lineament_task_create(&options, &task, &error), kMpDataLoss, "model buffer");
}

static MpImagePtr pixels_of_parent;

static void *detect_often(void *task) {
    MpImagePtr image = NULL;
    CHECK(MpImageCreateFromImageFrame(pixels_of_parent, &image, &error));
    for (int i = 0; i < 20; i++) {
        LineamentResult result;
        CHECK(lineament_task_detect(task, image, 0, &result, &error));
        assert(result.count == 1 && result.landmarks[0] > 0);
        lineament_result_free(&result);
    }
    MpImageFree(image);
    return NULL;
}

static void sixteen_threads_share_a_task(void) {
    LineamentTask task = created(kLineamentFaceLandmarker);
    pthread_t threads[16];
    for (int i = 0; i < 16; i++) pthread_create(&threads[i], NULL, detect_often, task);
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    CHECK(lineament_task_close(task, &error));
}

static void a_forked_process_makes_its_own(void) {
    LineamentTask before = created(kLineamentFaceLandmarker);
    detect_often(before);
    const pid_t child = fork();
    if (child == 0) {
        LineamentResult result;
        MpImagePtr image = NULL;
        // libvips has decoded the photo before, and cannot go on without its threads.
        REFUSED(MpImageCreateFromFile(photo, &image, &error), kMpFailedPrecondition, "forked");
        image = pixels_of_parent;
        REFUSED(lineament_task_detect(before, image, 0, &result, &error), kMpFailedPrecondition, "forked");
        CHECK(lineament_task_close(before, &error));
        LineamentTask after = created(kLineamentFaceLandmarker);
        detect_often(after);
        CHECK(lineament_task_close(after, &error));
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    detect_often(before);
    CHECK(lineament_task_close(before, &error));
}

int main(int count, char **arguments) {
    assert(count == 3);
    photo = arguments[1];
    model = arguments[2];
    printf("liblineament %s\n", lineament_version());
    mediapipe_and_arrays_agree();
    live_stream_delivers_what_it_accepted();
    wrong_calls_are_refused();
    pixels_of_parent = opened();
    sixteen_threads_share_a_task();
    a_forked_process_makes_its_own();
    puts("the C client: all checks passed");
    return 0;
}
