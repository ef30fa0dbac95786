// SPDX-License-Identifier: Apache-2.0
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

// The photo, decoded once: in a forked process libvips can decode nothing.
static MpImagePtr pixels_of_photo;

static MpImagePtr opened(void) {
    MpImagePtr image = NULL;
    CHECK(MpImageCreateFromImageFrame(pixels_of_photo, &image, &error));
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
    if (kind == kLineamentFaceLandmarker) options.blendshapes = options.matrices = true;
    CHECK(lineament_task_create(&options, &task, &error));
    return task;
}

static void mediapipe_and_arrays_agree(void) {
    MpImagePtr image = opened();
    MpFaceLandmarkerOptions options = face_options(MP_RUNNING_MODE_IMAGE);
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

    LineamentResult others;
    CHECK(lineament_result_faces_without_landmarks(&ours, &others, &error));
    assert(others.task == kLineamentFaceDetector && others.count == 0 && others.width == ours.width);
    lineament_result_free(&others);

    MpImagePtr drawing;
    uint8_t *file;
    size_t size;
    CHECK(lineament_result_draw(&ours, image, kLineamentLabelsAll, &drawing, &error));
    assert(MpImageGetWidth(drawing) == MpImageGetWidth(image) && MpImageGetHeight(drawing) == MpImageGetHeight(image));
    CHECK(lineament_image_encode(drawing, "png", &file, &size, &error));
    assert(size > 1000 && memcmp(file, "\x89PNG", 4) == 0);
    lineament_data_free(file);
    REFUSED(lineament_image_encode(drawing, "tiff", &file, &size, &error), kMpInvalidArgument, "png, jpg or webp");
    REFUSED(lineament_result_draw(&ours, image, 9, &drawing, &error), kMpInvalidArgument, "labels");
    MpImageFree(drawing);
    lineament_result_free(&ours);
    REFUSED(lineament_result_draw(&ours, image, kLineamentLabelsAuto, &drawing, &error), kMpInvalidArgument, "freed");
    lineament_result_free(&ours);
    MpFaceLandmarkerCloseResult(&theirs);
    MpFaceLandmarkerCloseResult(&theirs);
    // So may be the result of a call that failed.
    memset(&theirs, 0x55, sizeof theirs);
    REFUSED(MpFaceLandmarkerDetectImage(landmarker, NULL, NULL, &theirs, &error), kMpInvalidArgument, "image");
    MpFaceLandmarkerCloseResult(&theirs);
    CHECK(MpFaceLandmarkerClose(landmarker, &error));
    CHECK(lineament_task_close(task, &error));
    MpImageFree(image);
}

static void crops_are_of_faces(void) {
    MpImagePtr image = opened();
    const LineamentTaskKind kinds[] = {kLineamentFaceDetector, kLineamentHandLandmarker, kLineamentPoseLandmarker};
    for (int i = 0; i < 3; i++) {
        LineamentTask task = created(kinds[i]);
        LineamentResult result;
        LineamentCrops crops;
        CHECK(lineament_task_detect(task, image, 0, &result, &error));
        REFUSED(lineament_result_crop(&result, image, kLineamentCropArcface, 0, 0, &crops, &error), kMpInvalidArgument,
                "Crops are of faces");
        assert(crops.count == 0 && crops.pixels == NULL);
        lineament_result_free(&result);
        CHECK(lineament_task_close(task, &error));
    }
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
    MpFaceLandmarkerOptions options = face_options(MP_RUNNING_MODE_LIVE_STREAM);
    MpFaceLandmarkerPtr landmarker = NULL;
    REFUSED(MpFaceLandmarkerCreate(&options, &landmarker, &error), kMpInvalidArgument, "callback");
    options.result_callback = receive;
    options.min_tracking_confidence = 2;
    REFUSED(MpFaceLandmarkerCreate(&options, &landmarker, &error), kMpInvalidArgument, "`min_tracking_confidence`");
    options.min_tracking_confidence = 0.5f;
    answers = 0;
    CHECK(MpFaceLandmarkerCreate(&options, &landmarker, &error));
    for (int i = 0; i < 10; i++) CHECK(MpFaceLandmarkerDetectAsync(landmarker, image, NULL, i * 40, &error));
    REFUSED(MpFaceLandmarkerDetectAsync(landmarker, image, NULL, 1, &error), kMpInvalidArgument, "increasing");
    CHECK(MpFaceLandmarkerClose(landmarker, &error));
    assert(answers >= 2 && last_time == 360);
    MpImageFree(image);
}

// The options of a program that was compiled against the headers of MediaPipe 1.2.2: the base options end earlier.
static void options_of_before_1_2_3(void) {
    MpImagePtr image = opened();
    const MpFaceLandmarkerOptions options = face_options(MP_RUNNING_MODE_IMAGE);
    const size_t base = offsetof(MpBaseOptions, npu_dispatch_library_dir), rest = sizeof options - sizeof(MpBaseOptions);
    char *old = malloc(base + rest);
    memcpy(old, &options, base);
    memcpy(old + base, (const char *)&options + sizeof(MpBaseOptions), rest);
    MpFaceLandmarkerPtr landmarker = NULL;
    CHECK(MpFaceLandmarkerCreate((const MpFaceLandmarkerOptions *)old, &landmarker, &error));
    free(old);
    MpFaceLandmarkerResult result;
    CHECK(MpFaceLandmarkerDetectImage(landmarker, image, NULL, &result, &error));
    assert(result.face_landmarks_count == 1 && result.face_blendshapes_count == 1);
    assert(result.facial_transformation_matrixes_count == 1);
    MpFaceLandmarkerCloseResult(&result);
    CHECK(MpFaceLandmarkerClose(landmarker, &error));
    MpImageFree(image);
}

static MpFaceLandmarkerPtr closing;

static void close_from_within(MpStatus status, const MpFaceLandmarkerResult *result, MpImagePtr image, int64_t time) {
    (void)result, (void)image, (void)time;
    assert(status == kMpOk);
    CHECK(MpFaceLandmarkerClose(closing, &error));
    answers++;
}

static void a_callback_may_close_its_task(void) {
    MpImagePtr image = opened();
    MpFaceLandmarkerOptions options = face_options(MP_RUNNING_MODE_LIVE_STREAM);
    options.result_callback = close_from_within;
    answers = 0;
    CHECK(MpFaceLandmarkerCreate(&options, &closing, &error));
    CHECK(MpFaceLandmarkerDetectAsync(closing, image, NULL, INT64_MAX - 1, &error));
    MpImageFree(image);
    for (int i = 0; i < 1000 && !answers; i++) usleep(10000);
    assert(answers == 1);
}

static void sessions_track(void) {
    MpImagePtr image = opened();
    LineamentTask task = created(kLineamentFaceLandmarker);
    LineamentSession session = NULL;
    CHECK(lineament_session_create(task, &session, &error));
    CHECK(lineament_task_close(task, &error));
    LineamentResult first, second;
    CHECK(lineament_session_detect(session, image, 0, 0, &first, &error));
    CHECK(lineament_session_detect(session, image, 0, 40, &second, &error));
    assert(first.count == 1 && second.timestamp_ms == 40 && first.track_ids[0] == second.track_ids[0]);
    lineament_result_free(&first);
    REFUSED(lineament_session_detect(session, image, 0, 40, &first, &error), kMpInvalidArgument, "increasing");
    assert(first.count == 0 && !first.owner);
    CHECK(lineament_session_reset(session, &error));
    CHECK(lineament_session_detect(session, image, 0, 0, &first, &error));
    lineament_result_free(&first);
    lineament_result_free(&second);
    CHECK(lineament_session_close(session, &error));
    MpImageFree(image);
}

// Records the photo as if it were a video, and reads what was written.
static void recordings_are_written(void) {
    MpImagePtr image = opened();
    LineamentTask task = created(kLineamentFaceLandmarker);
    LineamentSession session = NULL;
    CHECK(lineament_session_create(task, &session, &error));
    LineamentRecording recording = NULL;
    LineamentSender sender = NULL;
    CHECK(lineament_recording_create(512, 512, false, &recording, &error));
    CHECK(lineament_sender_create("livelink://127.0.0.1:9/Test vmc://127.0.0.1:9", 25, false, "{\"jawOpen\": 1.4}", &sender,
                                  &error));
    REFUSED(lineament_recording_write(recording, "nothing.livelink.csv", NULL, &error), kMpFailedPrecondition, "no frames");
    REFUSED(lineament_recording_set(recording, "smoothness", "1", &error), kMpInvalidArgument, "max_gap");
    REFUSED(lineament_recording_set(recording, "smooth", "much", &error), kMpInvalidArgument, "one-euro");
    CHECK(lineament_recording_set(recording, "max_gap", "0.5", &error));
    CHECK(lineament_recording_set(recording, "smooth", "8", &error));
    LineamentResult result;
    for (int frame = 0; frame < 20; frame++) {
        CHECK(lineament_session_detect(session, image, 0, frame * 40, &result, &error));
        CHECK(lineament_recording_add(recording, &result, frame * 0.04, &error));
        CHECK(lineament_sender_send(sender, &result, frame * 0.04, &error));
        if (frame < 19) lineament_result_free(&result);
    }
    REFUSED(lineament_recording_add(recording, &result, 0.5, &error), kMpInvalidArgument, "increasing");
    lineament_result_free(&result);
    REFUSED(lineament_recording_add(recording, &result, 9, &error), kMpInvalidArgument, "freed");
    char path[] = "/tmp/lineament-XXXXXX.livelink.csv";
    const int descriptor = mkstemps(path, (int)strlen(".livelink.csv"));
    assert(descriptor >= 0);
    int32_t files = 0;
    CHECK(lineament_recording_write(recording, path, &files, &error));
    assert(files == 1);
    FILE *file = fopen(path, "r");
    assert(file);
    int rows = 0;
    for (int c; (c = getc(file)) != EOF;) rows += c == '\n';
    assert(rows == 1 + 20);
    fclose(file);
    close(descriptor);
    unlink(path);
    REFUSED(lineament_recording_write(recording, "clip.fbx", NULL, &error), kMpInvalidArgument, "format");
    REFUSED(lineament_recording_write(recording, "clip.bvh", NULL, &error), kMpNotFound, "no body");
    CHECK(lineament_sender_close(sender, &error));
    REFUSED(lineament_sender_create("osc://127.0.0.1", 30, false, NULL, &sender, &error), kMpInvalidArgument, "vmc://");
    const double rates[] = {0, -30, NAN, INFINITY, 1001};
    for (size_t index = 0; index < sizeof rates / sizeof *rates; index++)
        REFUSED(lineament_sender_create("vmc://127.0.0.1:9", rates[index], false, NULL, &sender, &error), kMpInvalidArgument,
                "rate must be a number from 0.001 to 1000");
    CHECK(lineament_recording_close(recording, &error));
    REFUSED(lineament_recording_close(recording, &error), kMpInvalidArgument, "closed");
    CHECK(lineament_session_close(session, &error));
    CHECK(lineament_task_close(task, &error));
    MpImageFree(image);
}

// Creates settings with options in pairs of names and values, of which NULL is the last.
static LineamentSettings settings_of(const char *name, const char *const *options) {
    LineamentSettings settings = NULL;
    CHECK(lineament_settings_create(name, &settings, &error));
    for (; options && *options; options += 2) CHECK(lineament_settings_set(settings, options[0], options[1], &error));
    return settings;
}

// Every task and tool takes its options by name.
static void options_have_names(void) {
    LineamentSettings settings = NULL;
    REFUSED(lineament_settings_create("draw", &settings, &error), kMpInvalidArgument, "redact, crop, capture, send, face-");
    assert(!settings);
    REFUSED(lineament_settings_set(NULL, "what", "faces", &error), kMpInvalidArgument, "NULL");
    const struct { const char *of, *name, *value, *words; } wrong[] = {
        {"redact", "hwo", "blur", "redact has no option hwo. Did you mean how? Its options: what, how"},
        {"redact", "crf", "20", "no option crf"},
        {"redact", "how", "blurr", "how must be one of blur, pixelate, fill, not blurr. Did you mean blur?"},
        {"redact", "min_detection_confidence", "2", "min_detection_confidence must be a number from 0 to 1, not 2"},
        {"redact", "min_detection_confidence", "nan", "from 0 to 1"},
        {"redact", "keep", "0", "keep must be nobody, largest, or whole numbers from 1"},
        {"redact", "threads", "65", "threads must be a whole number from 0 to 64"},
        {"redact", "delegate", "tpu", "delegate must be one of cpu, gpu-or-cpu, gpu"},
        {"redact", "verify", "yes", "verify must be true or false"},
        {"crop", "min_quality", "-1", "min_quality must be a number from 0 to 1"},
        {"crop", "size", "4", "size must be a whole number from 8 to 8192"},
        {"capture", "num_people", "0", "num_people must be a whole number from 1, or all"},
        {"send", "rate", "0", "rate must be a number from 0.001 to 1000"},
        {"send", "person", "first", "person must be a whole number"},
        {"face-landmarker", "num_poses", "1", "face-landmarker has no option num_poses"},
        {"face-landmarker", "camera_fov", "171", "camera_fov must be a number from 1 to 170"},
        {"faces", "model_path", "a.task", "no option model_path"},
    };
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        settings = settings_of(wrong[index].of, NULL);
        REFUSED(lineament_settings_set(settings, wrong[index].name, wrong[index].value, &error), kMpInvalidArgument,
                wrong[index].words);
        CHECK(lineament_settings_close(settings, &error));
    }
    REFUSED(lineament_settings_set(settings, "rate", "30", &error), kMpInvalidArgument, "closed");
}

static void tasks_and_tools_are_made_of_settings(void) {
    MpImagePtr image = opened(), copy = NULL, *crops = NULL;
    LineamentSettings settings = settings_of("face-landmarker", (const char *[]){"num_faces", "all", "model_path", model,
                                                                                 "output_face_blendshapes", "true", NULL});
    LineamentTask task = NULL;
    CHECK(lineament_task_create_with(settings, &task, &error));
    LineamentRedactor redactor = NULL, other = NULL;
    REFUSED(lineament_redactor_create_with(settings, &redactor, &error), kMpInvalidArgument,
            "settings of face-landmarker, but those of redact are needed");
    REFUSED(lineament_settings_set_image(settings, "num_faces", image, &error), kMpInvalidArgument, "not an image");
    CHECK(lineament_settings_close(settings, &error));
    LineamentResult result;
    CHECK(lineament_task_detect(task, image, 0, &result, &error));
    assert(result.count == 1 && result.blendshapes && !result.matrices);

    LineamentCrops cut;
    settings = settings_of("crop", (const char *[]){"template", "square", "size", "96", "margin", "0.1", NULL});
    CHECK(lineament_result_crop_with(&result, image, settings, &cut, &error));
    assert(cut.count == 1 && cut.width == 96 && cut.height == 96);
    lineament_data_free(cut.pixels);
    CHECK(lineament_settings_set(settings, "what", "people", &error));
    REFUSED(lineament_result_crop_with(&result, image, settings, &cut, &error), kMpInvalidArgument, "use a cropper");
    LineamentCropper cropper = NULL;
    CHECK(lineament_cropper_create_with(settings, &cropper, &error));
    int32_t count = 0;
    char *report = NULL;
    CHECK(lineament_cropper_crop(cropper, image, &crops, &count, &report, &error));
    assert(count == 1 && MpImageGetHeight(crops[0]) == 96 && strstr(report, "{\"crops\":[{\"x\":"));
    MpErrorFree(report);
    MpImageFree(crops[0]);
    lineament_data_free((uint8_t *)crops);
    CHECK(lineament_cropper_close(cropper, &error));
    CHECK(lineament_settings_set(settings, "min_quality", "1", &error));
    CHECK(lineament_cropper_create_with(settings, &cropper, &error));
    CHECK(lineament_cropper_crop(cropper, image, &crops, &count, NULL, &error));
    assert(count == 0);
    lineament_data_free((uint8_t *)crops);
    CHECK(lineament_cropper_close(cropper, &error));
    CHECK(lineament_settings_close(settings, &error));
    lineament_result_free(&result);
    CHECK(lineament_task_close(task, &error));

    settings = settings_of("redact", (const char *[]){"what", "people", "keep", "1,4", NULL});
    REFUSED(lineament_redactor_create_with(settings, &redactor, &error), kMpInvalidArgument, "covers whole bodies");
    CHECK(lineament_settings_set(settings, "what", "faces", &error));
    CHECK(lineament_settings_set_image(settings, "how", image, &error));
    CHECK(lineament_redactor_create_with(settings, &redactor, &error));
    CHECK(lineament_settings_close(settings, &error));
    settings = settings_of("redact", (const char *[]){"cover", "0,0,8,8", "areas", "{\"x\":9,\"y\":9,\"width\":4}", NULL});
    REFUSED(lineament_redactor_with(redactor, settings, &other, &error), kMpInvalidArgument, "areas: Line 1");
    CHECK(lineament_settings_set(settings, "areas", "{\"x\":9,\"y\":9,\"width\":4,\"height\":4}", &error));
    CHECK(lineament_redactor_with(redactor, settings, &other, &error));
    CHECK(lineament_redactor_redact_with_report(other, image, &copy, &report, &error));
    assert(strstr(report, "\"covered\":[{"));
    MpErrorFree(report);
    MpImageFree(copy);
    CHECK(lineament_settings_set(settings, "verify", "true", &error));
    CHECK(lineament_redactor_close(other, &error));
    REFUSED(lineament_redactor_with(redactor, settings, &other, &error), kMpInvalidArgument, "areas, cover, uncover");
    CHECK(lineament_settings_close(settings, &error));
    CHECK(lineament_redactor_close(redactor, &error));

    LineamentSender sender = NULL;
    settings = settings_of("send", NULL);
    REFUSED(lineament_sender_create_with(settings, &sender, &error), kMpInvalidArgument, "addresses must name a receiver");
    CHECK(lineament_settings_set(settings, "addresses", "vmc://127.0.0.1:9", &error));
    CHECK(lineament_settings_set(settings, "person", "2", &error));
    CHECK(lineament_sender_create_with(settings, &sender, &error));
    CHECK(lineament_sender_close(sender, &error));
    CHECK(lineament_settings_close(settings, &error));
    MpImageFree(image);
}

// The task of a recording follows from the formats of its files.
static void recordings_know_their_task(void) {
    MpImagePtr image = opened();
    LineamentSettings settings = settings_of("capture", (const char *[]){"num_people", "1", "min_duration", "0", NULL});
    LineamentRecording recording = NULL;
    const char *outputs[] = {"a.livelink.csv", "b.fbx"};
    REFUSED(lineament_recording_create_with(settings, outputs, 2, 512, 512, &recording, &error), kMpInvalidArgument,
            "b.fbx does not say a format");
    REFUSED(lineament_recording_create_with(settings, outputs, 0, 512, 512, &recording, &error), kMpInvalidArgument,
            "no output");
    REFUSED(lineament_recording_create_with(settings, outputs, 1, 0, 512, &recording, &error), kMpInvalidArgument, "width");
    char *ending = NULL;
    REFUSED(lineament_recording_read(settings, outputs, 1, "absent.jsonl", &recording, &ending, &error), kMpNotFound,
            "no such file");
    CHECK(lineament_recording_create_with(settings, outputs, 1, 512, 512, &recording, &error));
    LineamentTask task = NULL;
    CHECK(lineament_recording_task(recording, &task, &error));
    LineamentResult result;
    CHECK(lineament_task_detect(task, image, 0, &result, &error));
    assert(result.task == kLineamentFaceLandmarker && result.count == 1 && result.blendshapes && result.matrices);
    CHECK(lineament_recording_add(recording, &result, 0, &error));
    lineament_result_free(&result);
    CHECK(lineament_task_close(task, &error));
    CHECK(lineament_recording_close(recording, &error));
    CHECK(lineament_settings_close(settings, &error));
    MpImageFree(image);
}

static void never_released(struct ArrowArray *array) { (void)array; }
static void never_released_schema(struct ArrowSchema *schema) { (void)schema; }

// Passes paths as a batch: `offsets` has one more entry than there are paths.
static MpStatus batch(LineamentTask task, const char *paths, const int32_t *offsets, int64_t offset, int64_t length,
                      struct ArrowSchema *schema, struct ArrowArray *output, char **error) {
    const void *buffers[3] = {NULL, offsets, paths};
    const struct ArrowSchema input_schema = {.format = "u", .release = never_released_schema};
    const struct ArrowArray input = {
        .length = length, .offset = offset, .n_buffers = 3, .buffers = buffers, .release = never_released};
    return lineament_task_detect_batch(task, &input_schema, &input, 2, schema, output, error);
}

static void batches_are_arrow_tables(void) {
    LineamentTask task = created(kLineamentFaceLandmarker);
    struct ArrowSchema schema;
    struct ArrowArray table;
    char paths[4096];
    const int length = snprintf(paths, sizeof paths, "%s/nowhere.jpg%s", photo, photo);
    const int first = (int)strlen(photo);
    const int32_t offsets[4] = {0, first, first + 12, length};
    CHECK(batch(task, paths, offsets, 0, 3, &schema, &table, &error));
    assert(strcmp(schema.format, "+s") == 0 && schema.n_children == 4 && strcmp(schema.children[3]->name, "faces") == 0);
    assert(table.length == 3 && table.children[0]->null_count == 2 && table.children[1]->null_count == 1);
    const int32_t *faces = table.children[3]->buffers[1];
    assert(faces[1] == 1 && faces[2] == 1 && faces[3] == 2);
    // A child that someone has taken over is left alone.
    struct ArrowArray taken = *table.children[3];
    table.children[3]->release = NULL;
    table.release(&table);
    schema.release(&schema);
    assert(!table.release && !schema.release && taken.children[0]->length == 2);
    taken.release(&taken);

    CHECK(batch(task, paths, offsets, 0, 0, &schema, &table, &error));
    assert(table.length == 0);
    table.release(&table);
    schema.release(&schema);
    REFUSED(batch(task, paths, offsets, INT64_MAX, 3, &schema, &table, &error), kMpInvalidArgument, "valid array");
    REFUSED(batch(task, paths, offsets, 0, (int64_t)1 << 62, &schema, &table, &error), kMpInvalidArgument, "valid array");
    assert(!table.release);
    const int32_t hostile[2] = {-100000000, 5};
    CHECK(batch(task, paths, hostile, 0, 1, &schema, &table, &error));
    assert(table.children[0]->null_count == 0);
    table.release(&table);
    schema.release(&schema);
    CHECK(lineament_task_close(task, &error));
}

// A path whose bytes are not UTF-8 must not be taken for that of another file.
static void other_encodings_are_refused(void) {
    const char *const path = "/caf\xe9.jpg";
    MpImagePtr image = NULL;
    REFUSED(MpImageCreateFromFile(path, &image, &error), kMpInvalidArgument, "path is not UTF-8");
    REFUSED(lineament_image_open(path, &image, &error), kMpInvalidArgument, "path is not UTF-8");
    LineamentVideo video = NULL;
    REFUSED(lineament_video_open(path, false, 0, 0, 1, false, &video, NULL, &error), kMpInvalidArgument, "not UTF-8");
    REFUSED(lineament_add_asset_folder(path, &error), kMpInvalidArgument, "folder is not UTF-8");
    LineamentPlan plan = NULL;
    REFUSED(lineament_plan_open("{\"\xff\"", "photo.jpg", &plan, &error), kMpInvalidArgument, "Convert the text");
    REFUSED(lineament_video_open("camera:/dev/video0", false, 0, 0, 1, false, &video, NULL, &error), kMpNotFound,
            "set allow_address");

    LineamentOptions options;
    LineamentTask task = NULL;
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.model_path = path;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "model_path is not UTF-8");
    MpFaceLandmarkerOptions theirs = face_options(MP_RUNNING_MODE_IMAGE);
    MpFaceLandmarkerPtr landmarker = NULL;
    theirs.base_options.model_asset_path = path;
    REFUSED(MpFaceLandmarkerCreate(&theirs, &landmarker, &error), kMpInvalidArgument, "model_asset_path is not UTF-8");

    // In a batch, the error is that of its row, as is that of a path with a null character: photo\0.jpg.
    char paths[4096];
    const int first = (int)strlen(path), second = (int)strlen(photo) + 5;
    memcpy(paths, path, first);
    memcpy(paths + first, photo, second - 4);
    memcpy(paths + first + second - 4, ".jpg", 4);
    const int32_t offsets[3] = {0, first, first + second};
    struct ArrowSchema schema;
    struct ArrowArray table;
    task = created(kLineamentFaceDetector);
    CHECK(batch(task, paths, offsets, 0, 2, &schema, &table, &error));
    const struct ArrowArray *errors = table.children[0];
    const int32_t *ends = errors->buffers[1];
    char message[4096] = {0};
    memcpy(message, errors->buffers[2], ends[2] < 4095 ? ends[2] : 4095);
    assert(errors->null_count == 0 && strstr(message, "not UTF-8") && strstr(message, "null character"));
    table.release(&table);
    schema.release(&schema);
    CHECK(lineament_task_close(task, &error));
}

static void wrong_calls_are_refused(void) {
    MpImagePtr image = NULL;
    const uint8_t pixels[12] = {0};
    REFUSED(MpImageCreateFromFile("/nowhere.jpg", &image, &error), kMpNotFound, "/nowhere.jpg");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 2, 3, pixels, 12, &image, &error),
            kMpInvalidArgument, "too small: 12 (expected 18)");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatGray16, 2, 2, pixels, 12, &image, &error),
            kMpInvalidArgument, "GRAY16");
    REFUSED(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 1 << 20, 1 << 20, pixels, 12, &image, &error),
            kMpInvalidArgument, "too small");
    REFUSED(lineament_image_create(kMpImageFormatSrgb, 2, 2, SIZE_MAX / 2, pixels, 12, &image, &error),
            kMpInvalidArgument, "rows");
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
    // An image handle is not a task; neither is a closed one.
    REFUSED(lineament_task_detect((LineamentTask)image, image, 0, &result, &error),
            kMpInvalidArgument, "handle");
    CHECK(lineament_task_close(task, &error));
    REFUSED(lineament_task_close(task, &error), kMpInvalidArgument, "closed");
    MpImageFree(image);
    MpImageFree(image);

    LineamentOptions options = {0};
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "lineament_options_init");
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.min_detection_confidence = NAN;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "min_detection_confidence");
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.max_count = -1;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "max_count");
    options.max_count = 1;
    options.threads = 65;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "threads must be 0");
    lineament_options_init(&options, kLineamentFaces);
    options.threads = 65;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "threads must be 0");
    options.threads = 1;
    options.min_tracking_confidence = 0.5f;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "faces has no option min_tracking_confidence");
    options.min_tracking_confidence = 0;
    lineament_options_init(&options, kLineamentHandLandmarker);
    options.range = kLineamentRangeAuto;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "Did you mean hand_range?");
    lineament_options_init(&options, kLineamentFaces);
    CHECK(lineament_task_create(&options, &task, &error));
    CHECK(lineament_task_close(task, &error));
    lineament_options_init(&options, kLineamentFaceLandmarker);
    options.model_data = pixels;
    options.model_size = sizeof pixels;
    REFUSED(lineament_task_create(&options, &task, &error), kMpDataLoss, "model buffer");
    options.model_size = 0;
    REFUSED(lineament_task_create(&options, &task, &error), kMpInvalidArgument, "model_size is 0");
    options.model_size = (size_t)1 << 62;
    REFUSED(lineament_task_create(&options, &task, &error), kMpResourceExhausted, "more than any model");
    options.model_size = SIZE_MAX;
    REFUSED(lineament_task_create(&options, &task, &error), kMpResourceExhausted, "more than any model");
    MpFaceLandmarkerOptions theirs = face_options(MP_RUNNING_MODE_IMAGE);
    MpFaceLandmarkerPtr landmarker = NULL;
    theirs.base_options.model_asset_buffer = (const char *)pixels;
    theirs.base_options.model_asset_buffer_count = UINT32_MAX;
    REFUSED(MpFaceLandmarkerCreate(&theirs, &landmarker, &error), kMpResourceExhausted, "more than any model");
    theirs = face_options(0);
    theirs.base_options.model_asset_path = "/nowhere";
    REFUSED(MpFaceLandmarkerCreate(&theirs, &landmarker, &error), kMpInvalidArgument, "running mode");
    REFUSED(lineament_add_asset_folder("", &error), kMpNotFound, "empty");
    REFUSED(lineament_add_asset_folder("here", &error), kMpInvalidArgument, "absolute");
    REFUSED(lineament_add_asset_folder("/nowhere", &error), kMpNotFound, "/nowhere");
}

static void solutions_of_mediapipe(void) {
    const uint8_t *data;
    CHECK(MpImageDataUint8(pixels_of_photo, &data, &error));
    const int width = MpImageGetWidth(pixels_of_photo), height = MpImageGetHeight(pixels_of_photo);
    LineamentSolutionOptions options;
    lineament_solution_options_init(&options, kLineamentFaceMesh);
    assert(options.size == sizeof options && options.max_count == 1 && options.min_tracking_confidence == 0.5f);
    options.refine_landmarks = true;
    LineamentSolution solution;
    LineamentSolutionResult result;
    CHECK(lineament_solution_create(&options, &solution, &error));
    CHECK(lineament_solution_process(solution, width, height, 3 * width, data, &result, &error));
    assert(result.face_count == 1 && result.face_landmark_count == 478 && result.face_landmarks[0] > 0);
    assert(result.hand_landmarks == NULL && result.mask == NULL);
    lineament_solution_result_free(&result);
    REFUSED(lineament_solution_process(solution, width, height, width, data, &result, &error), kMpInvalidArgument, "row");
    lineament_solution_result_free(&result);
    CHECK(lineament_solution_reset(solution, &error));
    CHECK(lineament_solution_close(solution, &error));
    REFUSED(lineament_solution_close(solution, &error), kMpInvalidArgument, "solution");
    lineament_solution_options_init(&options, 99);
    REFUSED(lineament_solution_create(&options, &solution, &error), kMpInvalidArgument, "no solution 99");
}

static void *detect_often(void *task) {
    MpImagePtr image = opened();
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
        image = opened();
        REFUSED(lineament_task_detect(before, image, 0, &result, &error), kMpFailedPrecondition, "forked");
        CHECK(lineament_task_close(before, &error));
        LineamentTask after = created(kLineamentFaceLandmarker);
        detect_often(after);
        CHECK(lineament_task_close(after, &error));
        live_stream_delivers_what_it_accepted();
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
    CHECK(MpImageCreateFromFile(photo, &pixels_of_photo, &error));
    mediapipe_and_arrays_agree();
    crops_are_of_faces();
    live_stream_delivers_what_it_accepted();
    options_of_before_1_2_3();
    a_callback_may_close_its_task();
    sessions_track();
    recordings_are_written();
    options_have_names();
    tasks_and_tools_are_made_of_settings();
    recordings_know_their_task();
    batches_are_arrow_tables();
    solutions_of_mediapipe();
    wrong_calls_are_refused();
    other_encodings_are_refused();
    sixteen_threads_share_a_task();
    a_forked_process_makes_its_own();
    puts("the C client: all checks passed");
    return 0;
}
