// SPDX-License-Identifier: Apache-2.0
#include "ffmpeg.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __APPLE__
#define FILE_NAME "%s.%d.dylib"
#define VERSION ".%d"
#else
#define FILE_NAME "%s.so.%d"
#define VERSION ".so.%d"
#endif

/// The major versions of the libraries of one FFmpeg.
typedef struct {
    int avutil;
    /// Also those of libavcodec and libavdevice.
    int avformat;
    int swscale;
} Version;

static const Version versions[LINEAMENT_VERSION_COUNT] = {
    {56, 58, 5}, {57, 59, 6}, {58, 60, 7}, {59, 61, 8}, {60, 62, 9}, {61, 63, 10},
};

LineamentFFmpeg lineament_ffmpeg;
static atomic_int open_version;
/// The folder of the open version; empty for the system's.
static char open_folder[PATH_MAX];
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;

/// Returns whether a file is a library of this name and version. Python wheels put a hash behind the name.
static bool is_library(const char *file, const char *name, const char *version) {
    const size_t length = strlen(name);
    if (strncmp(file, name, length) || (file[length] != '.' && file[length] != '-')) return false;
    const char *found = strstr(file + length, version);
    if (!found) return false;
#ifdef __APPLE__
    if (found != file + length) return false;
#endif
    const char next = found[strlen(version)];
    return next == 0 || next == '.';
}

/// Opens a file of a folder. What it needs may be beside it, where the loader does not look: in Python wheels, only the
/// modules know that folder. glibc's error begins with the name of what it has not found.
static void *open_file(const char *folder, const char *file, int depth) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path) return NULL;
    // One that every user can write to is not opened.
    struct stat status;
    if (stat(path, &status) || status.st_mode & S_IWOTH) return NULL;
    for (int tries = 0; tries < 64; tries++) {
        void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
        char needed[NAME_MAX + 1];
        const char *error = dlerror();
        const size_t length = error ? strcspn(error, ":") : 0;
        if (!length || length >= sizeof needed || depth >= 16) return NULL;
        memcpy(needed, error, length);
        needed[length] = 0;
        if (strchr(needed, '/') || !open_file(folder, needed, depth + 1)) return NULL;
    }
    return NULL;
}

/// Opens a library of a folder, or of the system if the folder's name is empty.
static void *open_library(const char *folder, const char *name, int version) {
    if (!*folder) {
        char file[64];
        snprintf(file, sizeof file, FILE_NAME, name, version);
        return dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    }
    DIR *files = opendir(folder);
    if (!files) return NULL;
    char suffix[16];
    snprintf(suffix, sizeof suffix, VERSION, version);
    void *library = NULL;
    for (struct dirent *file; !library && (file = readdir(files));) {
        if (is_library(file->d_name, name, suffix)) library = open_file(folder, file->d_name, 0);
    }
    closedir(files);
    return library;
}

static int scale_frame(LineamentScaler scaler, LineamentAVFrame target, LineamentAVFrame source) {
    return lineament_ffmpeg.sws_scale(
        scaler, (const uint8_t *const *)lineament_AVFrame_data(source), lineament_AVFrame_linesize(source), 0,
        lineament_AVFrame_height(source), lineament_AVFrame_data(target), lineament_AVFrame_linesize(target));
}

static int index_count(LineamentAVStream stream) { return lineament_AVStream_nb_index_entries(stream); }

/// Finds the functions of a version. Returns false and the name of the first missing library or function; no name if there
/// is nothing of this version. Libraries stay open, because the next call tries again.
static bool find_functions(const char *folder, Version version, LineamentFFmpeg *found, char missing[128]) {
    void *library;
    *missing = 0;
#define OPEN(name, major) \
    if (!(library = open_library(folder, name, major))) { \
        snprintf(missing, 128, FILE_NAME, name, major); \
        return false; \
    }
#define LOOK(type, name, parameters) *(void **)&found->name = dlsym(library, #name);
#define FIND(type, name, parameters) \
    LOOK(type, name, parameters) \
    if (!found->name) { \
        snprintf(missing, 128, "%s", #name); \
        return false; \
    }
    if (!(library = open_library(folder, "libavutil", version.avutil))) return false;
    LINEAMENT_AVUTIL(FIND)
    OPEN("libavcodec", version.avformat) LINEAMENT_AVCODEC(FIND) LINEAMENT_AVCODEC_6(LOOK)
    OPEN("libavformat", version.avformat)
    LINEAMENT_AVFORMAT(FIND) LINEAMENT_AVFORMAT_5(LOOK) LINEAMENT_AVFORMAT_UNTIL_7(LOOK)
    OPEN("libswscale", version.swscale) LINEAMENT_SWSCALE(FIND) LINEAMENT_SWSCALE_5(LOOK)
    // FFmpeg 4 scales planes only, and has a member for the number of index entries.
    if (!found->sws_scale_frame) found->sws_scale_frame = scale_frame;
    if (!found->avformat_index_get_entries_count) found->avformat_index_get_entries_count = index_count;
    return true;
}

/// Opens the newest version in a folder.
static bool open_newest(const char *folder, LineamentFFmpegProblem *problem) {
    for (int i = LINEAMENT_VERSION_COUNT; i-- > 0;) {
        LineamentFFmpeg found;
        char missing[128];
        if (!find_functions(folder, versions[i], &found, missing)) {
            if (!*problem->missing) memcpy(problem->missing, missing, sizeof missing);
            continue;
        }
        lineament_ffmpeg_set_column(versions[i].avformat);
        if (!lineament_ffmpeg_agrees(&found)) {
            problem->is_altered = true;
            continue;
        }
        // FFmpeg's messages about a file are reported through errors instead.
        found.av_log_set_level(LINEAMENT_AV_LOG_QUIET);
        lineament_ffmpeg = found;
        open_version = versions[i].avformat;
        snprintf(open_folder, sizeof open_folder, "%s", folder);
        return true;
    }
    // Newer versions, and those before FFmpeg 4.
    const int last = versions[LINEAMENT_VERSION_COUNT - 1].avformat;
    for (int version = last + 8; version > 54; version--) {
        if (version <= last && version >= LINEAMENT_FIRST_AVFORMAT) continue;
        if (!problem->unknown_version && open_library(folder, "libavformat", version))
            problem->unknown_version = version;
    }
    return false;
}

/// Opens the newest version in the first of the folders that has one.
static bool open_libraries(const char *folders, LineamentFFmpegProblem *problem) {
    memset(problem, 0, sizeof *problem);
    for (const char *rest = folders;; rest++) {
        char folder[PATH_MAX];
        const size_t length = strcspn(rest, ":");
        if (length < sizeof folder) {
            memcpy(folder, rest, length);
            folder[length] = 0;
            if (open_newest(folder, problem)) return true;
        }
        rest += length;
        if (!*rest) return false;
    }
}

const LineamentFFmpeg *lineament_ffmpeg_open(const char *folders, LineamentFFmpegProblem *problem) {
    if (atomic_load_explicit(&is_open, memory_order_acquire)) return &lineament_ffmpeg;
    pthread_mutex_lock(&opening);
    bool opened = atomic_load_explicit(&is_open, memory_order_relaxed);
    if (!opened) {
        opened = open_libraries(folders, problem);
        atomic_store_explicit(&is_open, opened, memory_order_release);
    }
    pthread_mutex_unlock(&opening);
    return opened ? &lineament_ffmpeg : NULL;
}

int lineament_ffmpeg_version(void) { return open_version; }

bool lineament_ffmpeg_register_devices(void) {
    void *library = open_library(open_folder, "libavdevice", open_version);
    if (!library) return false;
    void (*register_all)(void) = (void (*)(void))dlsym(library, "avdevice_register_all");
    if (register_all) register_all();
    return register_all != NULL;
}
