#include "CLineamentFFmpeg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#define TEXT(value) #value
#define VALUE(value) TEXT(value)
#ifdef __APPLE__
#define FILE_NAME(name, version) name "." VALUE(version) ".dylib"
#else
#define FILE_NAME(name, version) name ".so." VALUE(version)
#endif

// libavdevice has the same major version as libavformat.
#define AVUTIL FILE_NAME("libavutil", LIBAVUTIL_VERSION_MAJOR)
#define AVCODEC FILE_NAME("libavcodec", LIBAVCODEC_VERSION_MAJOR)
#define AVFORMAT FILE_NAME("libavformat", LIBAVFORMAT_VERSION_MAJOR)
#define AVDEVICE FILE_NAME("libavdevice", LIBAVFORMAT_VERSION_MAJOR)
#define SWSCALE FILE_NAME("libswscale", LIBSWSCALE_VERSION_MAJOR)

// Returns the name of the first missing library or function. Libraries stay open, because the next call tries again.
static const char *find_functions(LineamentFFmpeg *found) {
    void *library;
#define OPEN(file) \
    if (!(library = dlopen(file, RTLD_LAZY | RTLD_LOCAL))) return file;
#define FIND(name) \
    if (!(found->name = (__typeof__(name) *)dlsym(library, #name))) return #name;
    OPEN(AVUTIL) LINEAMENT_AVUTIL(FIND)
    OPEN(AVCODEC) LINEAMENT_AVCODEC(FIND)
    OPEN(AVFORMAT) LINEAMENT_AVFORMAT(FIND)
    OPEN(SWSCALE) LINEAMENT_SWSCALE(FIND)
    return NULL;
}

static LineamentFFmpeg functions;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;

#if LIBSWSCALE_VERSION_MAJOR < 6
static int scale_frame(struct SwsContext *scaler, AVFrame *target, const AVFrame *source) {
    return functions.sws_scale(scaler, (const uint8_t *const *)source->data, source->linesize, 0, source->height,
                               target->data, target->linesize);
}
#endif

#if LIBAVFORMAT_VERSION_MAJOR < 59
static int index_count(const AVStream *stream) { return stream->nb_index_entries; }
#endif

static const char *open_libraries(void) {
    LineamentFFmpeg found;
    const char *missing = find_functions(&found);
    if (missing) return missing;
#if LIBSWSCALE_VERSION_MAJOR < 6
    found.sws_scale_frame = scale_frame;
#endif
#if LIBAVFORMAT_VERSION_MAJOR < 59
    found.avformat_index_get_entries_count = index_count;
#endif
    // FFmpeg's messages about a file are reported through errors instead.
    found.av_log_set_level(AV_LOG_QUIET);
    functions = found;
    atomic_store_explicit(&is_open, true, memory_order_release);
    return NULL;
}

const LineamentFFmpeg *lineament_ffmpeg_open(const char **missing) {
    *missing = NULL;
    if (atomic_load_explicit(&is_open, memory_order_acquire)) return &functions;
    pthread_mutex_lock(&opening);
    if (!atomic_load_explicit(&is_open, memory_order_relaxed)) *missing = open_libraries();
    pthread_mutex_unlock(&opening);
    return *missing ? NULL : &functions;
}

bool lineament_ffmpeg_register_devices(void) {
    void *library = dlopen(AVDEVICE, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return false;
    void (*register_all)(void) = (void (*)(void))dlsym(library, "avdevice_register_all");
    if (register_all) register_all();
    return register_all != NULL;
}
