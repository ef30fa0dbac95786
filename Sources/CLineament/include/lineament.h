// SPDX-License-Identifier: Apache-2.0
/*
 * liblineament: faces, bodies, hands and whole persons, for C and every language that can call C.
 *
 * The header has two parts. The first declares the C functions of MediaPipe Tasks 1.2.3 for the five tasks that Lineament
 * has, with MediaPipe's names, arguments and structures, so that programs move over by linking another library. Programs
 * compiled against the headers of MediaPipe 1.0.0 to 1.2.2 do so, too: see MpBaseOptions. The second, whose names begin
 * with "lineament_", returns results as plain arrays and adds decoding, videos, sessions and batches.
 *
 * Every function may be called from any thread. Functions that can fail return an MpStatus and, if `error` is not NULL,
 * store a message there that the caller releases with MpErrorFree; it is NULL on success. Handles are checked: a handle
 * that was closed, or that was created before a fork(), gives kMpInvalidArgument or kMpFailedPrecondition, not a crash.
 * After a fork(), create new tasks. Formats other than JPEG and BMP cannot be decoded if the parent process has decoded
 * one. Do not fork while another thread calls the library: the child may wait forever for a lock that the call held.
 *
 * Paths must be UTF-8; others are refused (kMpInvalidArgument).
 *
 * The structures keep their layout within a major version of the library, which its soname tells, or the library takes
 * both layouts.
 *
 * These differ from MediaPipe on purpose: thresholds outside 0 to 1 and NaN are refused, as is a number of faces,
 * hands or people below 1 (kMpInvalidArgument); the rows of images are not padded; gray images are detected, too.
 *
 * JPEG and BMP are decoded with libjpeg-turbo, the other image formats with libvips, videos with FFmpeg, each opened when
 * it is first needed. libvips is set up for untrusted files in the whole process: loaders that are unsafe for those are
 * blocked, nothing is cached, and each image takes one thread.
 */
#ifndef LINEAMENT_H
#define LINEAMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------------------
 * MediaPipe's functions
 * ------------------------------------------------------------------------------------------------------------------ */

typedef enum MpStatus {
  kMpOk = 0,
  kMpCancelled = 1,
  kMpUnknown = 2,
  kMpInvalidArgument = 3,
  kMpDeadlineExceeded = 4,
  kMpNotFound = 5,
  kMpAlreadyExists = 6,
  kMpPermissionDenied = 7,
  kMpResourceExhausted = 8,
  kMpFailedPrecondition = 9,
  kMpAborted = 10,
  kMpOutOfRange = 11,
  kMpUnimplemented = 12,
  kMpInternal = 13,
  kMpUnavailable = 14,
  kMpDataLoss = 15,
  kMpUnauthenticated = 16
} MpStatus;

/* Releases an error message. */
void MpErrorFree(void *message);

/* Images. Pixels are copied and never change afterwards; `count` is the number of values, not of bytes. */

typedef enum MpImageFormat {
  kMpImageFormatUnknown = 0,
  kMpImageFormatSrgb = 1,
  kMpImageFormatSrgba = 2,
  kMpImageFormatGray8 = 3,
  kMpImageFormatGray16 = 4,
  kMpImageFormatSrgb48 = 7,
  kMpImageFormatSrgba64 = 8,
  kMpImageFormatVec32F1 = 9,
  kMpImageFormatSbgra = 11,
  kMpImageFormatVec32F2 = 12,
  kMpImageFormatVec32F4 = 13
} MpImageFormat;

typedef struct MpImageInternal *MpImagePtr;

MpStatus MpImageCreateFromUint8Data(int format, int width, int height, const uint8_t *data, int count,
                                    MpImagePtr *image, char **error);
MpStatus MpImageCreateFromUint16Data(int format, int width, int height, const uint16_t *data, int count,
                                     MpImagePtr *image, char **error);
MpStatus MpImageCreateFromFloatData(int format, int width, int height, const float *data, int count,
                                    MpImagePtr *image, char **error);
/* Creates another handle of the same pixels. */
MpStatus MpImageCreateFromImageFrame(MpImagePtr source, MpImagePtr *image, char **error);
/* Decodes a file, upright according to its EXIF orientation. */
MpStatus MpImageCreateFromFile(const char *path, MpImagePtr *image, char **error);
bool MpImageIsContiguous(MpImagePtr image);
bool MpImageUsesGpu(MpImagePtr image);
bool MpImageIsEmpty(MpImagePtr image);
bool MpImageIsAligned(MpImagePtr image, uint32_t boundary);
int MpImageGetWidth(MpImagePtr image);
int MpImageGetHeight(MpImagePtr image);
int MpImageGetChannels(MpImagePtr image);
int MpImageGetByteDepth(MpImagePtr image);
int MpImageGetWidthStep(MpImagePtr image);
int MpImageGetFormat(MpImagePtr image);
/* The pixels, row by row without padding, whatever MpImageGetWidthStep says of MediaPipe's rows; valid as long as the
 * handle. */
MpStatus MpImageDataUint8(MpImagePtr image, const uint8_t **data, char **error);
MpStatus MpImageDataUint16(MpImagePtr image, const uint16_t **data, char **error);
MpStatus MpImageDataFloat32(MpImagePtr image, const float **data, char **error);
/* One value, at {row, column} or {row, column, channel}. */
MpStatus MpImageGetValueUint8(MpImagePtr image, const int *position, int count, uint8_t *value, char **error);
MpStatus MpImageGetValueUint16(MpImagePtr image, const int *position, int count, uint16_t *value, char **error);
MpStatus MpImageGetValueFloat32(MpImagePtr image, const int *position, int count, float *value, char **error);
void MpImageFree(MpImagePtr image);

/* Options and containers that the tasks share. */

typedef enum MpDelegate { MP_DELEGATE_DEFAULT = 0, MP_DELEGATE_CPU = 1, MP_DELEGATE_GPU = 2 } MpDelegate;

typedef enum MpHostEnvironment {
  MP_HOST_ENVIRONMENT_UNKNOWN = 0,
  MP_HOST_ENVIRONMENT_PYTHON = 3
} MpHostEnvironment;

typedef enum MpHostSystem {
  MP_HOST_SYSTEM_UNKNOWN = 0,
  MP_HOST_SYSTEM_LINUX = 1,
  MP_HOST_SYSTEM_MAC = 2,
  MP_HOST_SYSTEM_WINDOWS = 3
} MpHostSystem;

/* MediaPipe 1.2.3 added the last field, which moved all that follows it in the options of the tasks. The functions that
 * create a task take the options of programs compiled against either header: those that have one of the three running
 * modes in the place of the last field are without it, as no text has an address whose low half is 1, 2 or 3. */
typedef struct MpBaseOptions {
  const char *model_asset_buffer;
  unsigned int model_asset_buffer_count;
  const char *model_asset_path;
  int file_descriptor;
  int delegate;         /* MpDelegate; where the GPU cannot be used, models run on the CPU, and a warning says why */
  int host_environment; /* this and all that follows is ignored */
  int host_system;
  const char *host_version;
  const char *ca_bundle_path;
  const char *app_id;
  const char *app_version;
  const char *npu_dispatch_library_dir; /* since 1.2.3 */
} MpBaseOptions;

typedef enum MpRunningMode {
  MP_RUNNING_MODE_IMAGE = 1,
  MP_RUNNING_MODE_VIDEO = 2,
  MP_RUNNING_MODE_LIVE_STREAM = 3
} MpRunningMode;

typedef struct MpRectF {
  float left, top, bottom, right;
} MpRectF;

typedef struct MpImageProcessingOptions {
  bool has_region_of_interest; /* not supported by these tasks, as in MediaPipe */
  MpRectF region_of_interest;
  int rotation_degrees; /* clockwise, a multiple of 90 */
} MpImageProcessingOptions;

typedef struct MpCategory {
  int index;
  float score;
  const char *category_name;
  const char *display_name;
} MpCategory;

typedef struct MpCategories {
  MpCategory *categories;
  uint32_t categories_count;
} MpCategories;

typedef struct MpRect {
  int left, top, bottom, right;
} MpRect;

typedef struct MpNormalizedKeypoint {
  float x, y;
  const char *label;
  float score;
} MpNormalizedKeypoint;

typedef struct MpLandmark {
  float x, y, z;
  bool has_visibility;
  float visibility;
  bool has_presence;
  float presence;
  const char *name;
} MpLandmark;

typedef struct MpLandmarks {
  MpLandmark *landmarks;
  uint32_t landmarks_count;
} MpLandmarks;

typedef MpLandmark MpNormalizedLandmark;
typedef MpLandmarks MpNormalizedLandmarks;

typedef struct MpMatrix {
  uint32_t rows, cols;
  float *data; /* column by column */
} MpMatrix;

/* Face detector. */

typedef struct MpDetection {
  MpCategory *categories;
  uint32_t categories_count;
  MpRect bounding_box;
  MpNormalizedKeypoint *keypoints;
  uint32_t keypoints_count;
} MpDetection;

typedef struct MpFaceDetectorResult {
  MpDetection *detections;
  uint32_t detections_count;
} MpFaceDetectorResult;

/* In a live stream, called with each result, on a thread of the library. The result and the image are valid during the
 * call. If `status` is not kMpOk, the result is NULL. While a frame is processed, one other waits; a newer frame replaces
 * the waiting one. Close processes the accepted frames and returns after the last call; from within a callback it drops
 * the waiting frame instead. Of two threads that close the same task, only the first waits. */
typedef void (*MpFaceDetectorCallback)(MpStatus status, const MpFaceDetectorResult *result, MpImagePtr image,
                                       int64_t timestamp_ms);

typedef struct MpFaceDetectorOptions {
  MpBaseOptions base_options;
  int running_mode;
  float min_detection_confidence;
  float min_suppression_threshold;
  MpFaceDetectorCallback result_callback;
} MpFaceDetectorOptions;

typedef struct MpFaceDetectorInternal *MpFaceDetectorPtr;

MpStatus MpFaceDetectorCreate(const MpFaceDetectorOptions *options, MpFaceDetectorPtr *detector, char **error);
MpStatus MpFaceDetectorDetectImage(MpFaceDetectorPtr detector, MpImagePtr image,
                                   const MpImageProcessingOptions *options, MpFaceDetectorResult *result, char **error);
MpStatus MpFaceDetectorDetectForVideo(MpFaceDetectorPtr detector, MpImagePtr image,
                                      const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                      MpFaceDetectorResult *result, char **error);
MpStatus MpFaceDetectorDetectAsync(MpFaceDetectorPtr detector, MpImagePtr image,
                                   const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error);
/* The result of a call that failed is empty and may be closed too; so it is for the other tasks below. */
void MpFaceDetectorCloseResult(MpFaceDetectorResult *result);
MpStatus MpFaceDetectorClose(MpFaceDetectorPtr detector, char **error);

/* Face landmarker. */

typedef struct MpFaceLandmarkerResult {
  MpNormalizedLandmarks *face_landmarks;
  uint32_t face_landmarks_count;
  MpCategories *face_blendshapes;
  uint32_t face_blendshapes_count;
  MpMatrix *facial_transformation_matrixes;
  uint32_t facial_transformation_matrixes_count;
} MpFaceLandmarkerResult;

typedef void (*MpFaceLandmarkerCallback)(MpStatus status, const MpFaceLandmarkerResult *result, MpImagePtr image,
                                         int64_t timestamp_ms);

typedef struct MpFaceLandmarkerOptions {
  MpBaseOptions base_options;
  int running_mode;
  int num_faces;
  float min_face_detection_confidence;
  float min_face_presence_confidence;
  float min_tracking_confidence;
  bool output_face_blendshapes;
  bool output_facial_transformation_matrixes;
  MpFaceLandmarkerCallback result_callback;
} MpFaceLandmarkerOptions;

typedef struct MpFaceLandmarkerInternal *MpFaceLandmarkerPtr;

MpStatus MpFaceLandmarkerCreate(const MpFaceLandmarkerOptions *options, MpFaceLandmarkerPtr *landmarker, char **error);
MpStatus MpFaceLandmarkerDetectImage(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpFaceLandmarkerResult *result,
                                     char **error);
MpStatus MpFaceLandmarkerDetectForVideo(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpFaceLandmarkerResult *result, char **error);
MpStatus MpFaceLandmarkerDetectAsync(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error);
void MpFaceLandmarkerCloseResult(MpFaceLandmarkerResult *result);
MpStatus MpFaceLandmarkerClose(MpFaceLandmarkerPtr landmarker, char **error);

/* Pose landmarker. */

typedef struct MpPoseLandmarkerResult {
  MpImagePtr *segmentation_masks; /* of format kMpImageFormatVec32F1 */
  uint32_t segmentation_masks_count;
  MpNormalizedLandmarks *pose_landmarks;
  uint32_t pose_landmarks_count;
  MpLandmarks *pose_world_landmarks;
  uint32_t pose_world_landmarks_count;
} MpPoseLandmarkerResult;

typedef void (*MpPoseLandmarkerCallback)(MpStatus status, const MpPoseLandmarkerResult *result, MpImagePtr image,
                                         int64_t timestamp_ms);

typedef struct MpPoseLandmarkerOptions {
  MpBaseOptions base_options;
  int running_mode;
  int num_poses;
  float min_pose_detection_confidence;
  float min_pose_presence_confidence;
  float min_tracking_confidence;
  bool output_segmentation_masks;
  MpPoseLandmarkerCallback result_callback;
} MpPoseLandmarkerOptions;

typedef struct MpPoseLandmarkerInternal *MpPoseLandmarkerPtr;

MpStatus MpPoseLandmarkerCreate(const MpPoseLandmarkerOptions *options, MpPoseLandmarkerPtr *landmarker, char **error);
MpStatus MpPoseLandmarkerDetectImage(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpPoseLandmarkerResult *result,
                                     char **error);
MpStatus MpPoseLandmarkerDetectForVideo(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpPoseLandmarkerResult *result, char **error);
MpStatus MpPoseLandmarkerDetectAsync(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error);
void MpPoseLandmarkerCloseResult(MpPoseLandmarkerResult *result);
MpStatus MpPoseLandmarkerClose(MpPoseLandmarkerPtr landmarker, char **error);

/* Hand landmarker. */

typedef struct MpHandLandmarkerResult {
  MpCategories *handedness; /* one category each: Right with index 0, or Left with index 1 */
  uint32_t handedness_count;
  MpNormalizedLandmarks *hand_landmarks;
  uint32_t hand_landmarks_count;
  MpLandmarks *hand_world_landmarks;
  uint32_t hand_world_landmarks_count;
} MpHandLandmarkerResult;

typedef void (*MpHandLandmarkerCallback)(MpStatus status, const MpHandLandmarkerResult *result, MpImagePtr image,
                                         int64_t timestamp_ms);

typedef struct MpHandLandmarkerOptions {
  MpBaseOptions base_options;
  int running_mode;
  int num_hands;
  float min_hand_detection_confidence;
  float min_hand_presence_confidence;
  float min_tracking_confidence;
  MpHandLandmarkerCallback result_callback;
} MpHandLandmarkerOptions;

typedef struct MpHandLandmarkerInternal *MpHandLandmarkerPtr;

MpStatus MpHandLandmarkerCreate(const MpHandLandmarkerOptions *options, MpHandLandmarkerPtr *landmarker, char **error);
MpStatus MpHandLandmarkerDetectImage(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpHandLandmarkerResult *result,
                                     char **error);
MpStatus MpHandLandmarkerDetectForVideo(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpHandLandmarkerResult *result, char **error);
MpStatus MpHandLandmarkerDetectAsync(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error);
void MpHandLandmarkerCloseResult(MpHandLandmarkerResult *result);
MpStatus MpHandLandmarkerClose(MpHandLandmarkerPtr landmarker, char **error);

/* Holistic landmarker: the body, face and hands of one person. */

typedef struct MpHolisticLandmarkerResult {
  MpNormalizedLandmarks face_landmarks;
  MpNormalizedLandmarks pose_landmarks;
  MpLandmarks pose_world_landmarks;
  MpNormalizedLandmarks left_hand_landmarks;
  MpNormalizedLandmarks right_hand_landmarks;
  MpLandmarks left_hand_world_landmarks;
  MpLandmarks right_hand_world_landmarks;
  MpCategories face_blendshapes;
  MpImagePtr pose_segmentation_mask; /* of format kMpImageFormatVec32F1, or NULL */
} MpHolisticLandmarkerResult;

typedef void (*MpHolisticLandmarkerCallback)(MpStatus status, const MpHolisticLandmarkerResult *result,
                                             MpImagePtr image, int64_t timestamp_ms);

typedef struct MpHolisticLandmarkerOptions {
  MpBaseOptions base_options;
  int running_mode;
  float min_face_detection_confidence;
  float min_face_suppression_threshold;
  float min_face_presence_confidence;
  float min_hand_landmarks_confidence;
  float min_pose_detection_confidence;
  float min_pose_suppression_threshold;
  float min_pose_presence_confidence;
  bool output_face_blendshapes;
  bool output_pose_segmentation_masks;
  MpHolisticLandmarkerCallback result_callback;
} MpHolisticLandmarkerOptions;

typedef struct MpHolisticLandmarkerInternal *MpHolisticLandmarkerPtr;

MpStatus MpHolisticLandmarkerCreate(const MpHolisticLandmarkerOptions *options, MpHolisticLandmarkerPtr *landmarker,
                                    char **error);
MpStatus MpHolisticLandmarkerDetectImage(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                         const MpImageProcessingOptions *options, MpHolisticLandmarkerResult *result,
                                         char **error);
MpStatus MpHolisticLandmarkerDetectForVideo(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                            const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                            MpHolisticLandmarkerResult *result, char **error);
MpStatus MpHolisticLandmarkerDetectAsync(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                         const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error);
void MpHolisticLandmarkerCloseResult(MpHolisticLandmarkerResult *result);
MpStatus MpHolisticLandmarkerClose(MpHolisticLandmarkerPtr landmarker, char **error);

/* ---------------------------------------------------------------------------------------------------------------------
 * Lineament's own functions
 * ------------------------------------------------------------------------------------------------------------------ */

/* The version of the library, such as "1.0.0". */
const char *lineament_version(void);

/* Searches `folder`, an absolute path of a folder that contains lib/ and models/, for the runtime and the models before
 * all other folders. Call this before the first task is created. */
MpStatus lineament_add_asset_folder(const char *folder, char **error);

/* Images. The formats are gray8, srgb, srgba and sbgra; `data` has rows of `bytes_per_row` bytes, the last of which may
 * end with its last pixel. The pixels are copied. */
MpStatus lineament_image_create(int format, int width, int height, size_t bytes_per_row, const void *data,
                                size_t size, MpImagePtr *image, char **error);
/* Decodes a file, upright according to its EXIF orientation: JPEG, PNG, WebP, GIF, TIFF, BMP, PNM, HEIC,
 * AVIF, or JPEG XL where libvips has it; of several images the first. */
MpStatus lineament_image_open(const char *path, MpImagePtr *image, char **error);
/* Decodes the bytes of a file. */
MpStatus lineament_image_decode(const void *data, size_t size, MpImagePtr *image, char **error);

/* Tasks. */

/* generated: choices, by make generate from the tables of options, such as FaceLandmarkerOptions.table */
typedef enum LineamentTaskKind {
  /* Detects faces: a box, a score and six keypoints each. */
  kLineamentFaceDetector = 1,
  /* Locates 478 landmarks on each face, and optionally computes blendshapes and head pose. */
  kLineamentFaceLandmarker = 2,
  /* Locates 33 landmarks on each person, in the image and in meters. */
  kLineamentPoseLandmarker = 3,
  /* Detects faces and reports ML Kit's values for each. */
  kLineamentFaces = 4,
  /* Locates 21 landmarks on each hand, in the image and in meters, and tells left from right. */
  kLineamentHandLandmarker = 5,
  /* Locates the landmarks of each person's body, face, and hands. */
  kLineamentHolisticLandmarker = 6
} LineamentTaskKind;
typedef enum LineamentRange {
  kLineamentRangeShort = 0,
  kLineamentRangeFull = 1,
  kLineamentRangeAuto = 2
} LineamentRange;
typedef enum LineamentSmoothing {
  kLineamentSmoothingMediaPipe = 0,
  kLineamentSmoothingEveryone = 1,
  kLineamentSmoothingNone = 2
} LineamentSmoothing;
typedef enum LineamentSeparation {
  kLineamentSeparationMediaPipe = 0,
  kLineamentSeparationDistinct = 1
} LineamentSeparation;
typedef enum LineamentPoseModel {
  kLineamentPoseModelLite = 0,
  kLineamentPoseModelFull = 1,
  kLineamentPoseModelHeavy = 2
} LineamentPoseModel;
typedef enum LineamentMode {
  kLineamentModeNone = 0,
  kLineamentModeAll = 1
} LineamentMode;
typedef enum LineamentHandRange {
  kLineamentHandRangeShort = 0,
  kLineamentHandRangeAuto = 1
} LineamentHandRange;
/* end of choices */

/* The hardware that runs the models. A GPU needs ONNX Runtime with CUDA (lineament models fetch cuda), or the accelerator
   (lineament models fetch gpu) and a Vulkan driver. */
typedef enum LineamentDelegate {
  kLineamentDelegateCPU = 0,
  kLineamentDelegateGPU = 1,         /* the CPU where the GPU cannot be used; a warning says why */
  kLineamentDelegateGPURequired = 2  /* an error where the GPU cannot be used */
} LineamentDelegate;

typedef struct LineamentOptions {
  size_t size;            /* sizeof(LineamentOptions); lineament_options_init sets it */
  int32_t task;           /* LineamentTaskKind */
  int32_t threads;        /* threads per inference, at most 64; 0 (default): one per core, up to four.
                             kLineamentFaces refuses model_path and model_data */
  const char *model_path; /* NULL, the default, for the task's own model from the asset folders */
  const void *model_data; /* a model in memory, used instead of model_path */
  size_t model_size;
  int32_t delegate;       /* LineamentDelegate; default kLineamentDelegateCPU */
  bool half_precision;    /* whether a GPU may compute with 16-bit floats, which is less exact; default false */
  /* generated: options. A task refuses the fields that it is not listed under, unless they are 0 or false. */
  /* face-landmarker: at least 1, or 0 for no limit; default 1. Maximum number of faces.
     pose-landmarker, holistic-landmarker: at least 1, or 0 for no limit; default 1. Maximum number of people.
     hand-landmarker: at least 1, or 0 for no limit; default 1. Maximum number of hands. */
  int32_t max_count;
  /* face-detector, face-landmarker: LineamentRange, default kLineamentRangeShort.
     Detection range: short (faces within about 2 m of a phone's camera), full (within about 5 m), or auto (faces of
     all sizes).
     faces: LineamentRange, default kLineamentRangeAuto.
     Detection range: short (faces within about 2 m of a phone's camera), full (within about 5 m), or auto (faces of
     all sizes). */
  int32_t range;
  /* face-detector: 0 to 1, default 0.5. Minimum score of a face.
     face-landmarker: 0 to 1, default 0.5. Minimum score of a detected face.
     pose-landmarker, holistic-landmarker: 0 to 1, default 0.5. Minimum score of a detected person.
     hand-landmarker: 0 to 1, default 0.5. Minimum score of a detected palm. */
  float min_detection_confidence;
  /* face-landmarker: 0 to 1, default 0.5. Minimum score of the landmark model for the presence of a face.
     pose-landmarker, holistic-landmarker: 0 to 1, default 0.5. Minimum score of the landmark model for the presence
     of a person.
     hand-landmarker: 0 to 1, default 0.5. Minimum score of the landmark model for the presence of a hand. */
  float min_presence_confidence;
  /* face-landmarker, pose-landmarker, hand-landmarker: 0 to 1, default 0.5. Minimum overlap at which a tracked and a
     detected subject are the same. */
  float min_tracking_confidence;
  /* face-detector: 0 to 1, default 0.3. Overlap above which two boxes are merged into one face.
     holistic-landmarker: 0 to 1, default 0.3. Overlap above which two detections of a person are merged. */
  float min_suppression_threshold;
  /* face-landmarker, pose-landmarker: LineamentSmoothing, default kLineamentSmoothingMediaPipe.
     Smoothing of landmarks between frames: mediapipe (only if at most one subject is requested), everyone, or none.
     hand-landmarker: LineamentSmoothing, default kLineamentSmoothingMediaPipe.
     Smoothing of landmarks between frames: everyone (every hand), or mediapipe and none (no hand).
     holistic-landmarker: LineamentSmoothing, default kLineamentSmoothingMediaPipe.
     Smoothing of landmarks between frames: mediapipe (bodies), everyone (faces and hands as well), or none. */
  int32_t smoothing;
  /* pose-landmarker: LineamentSeparation, default kLineamentSeparationMediaPipe.
     Handling of several people: mediapipe (MediaPipe's behavior, which may report a body twice) or distinct (each
     body once). */
  int32_t separation;
  /* face-detector, face-landmarker: 1 to 1000000000, default 150000000.
     Maximum number of pixels that the range auto searches, over all scales. */
  int32_t max_searched_pixels;
  /* pose-landmarker: LineamentPoseModel, default kLineamentPoseModelFull.
     Pose model: lite (fastest), full, or heavy (most accurate); lite and heavy must be installed separately. */
  int32_t model;
  /* faces: LineamentMode, default kLineamentModeAll.
     Ten landmarks per face. */
  int32_t landmark_mode;
  /* faces: LineamentMode, default kLineamentModeNone.
     Contours of the largest face. */
  int32_t contour_mode;
  /* faces: LineamentMode, default kLineamentModeAll.
     Classification of smiles and open eyes. */
  int32_t classification_mode;
  /* faces: 0 to 1, default 0. Minimum width of a face, as a fraction of the image width. */
  float min_face_size;
  /* face-landmarker, holistic-landmarker: Whether to output the scores of 52 blendshapes. Default: false. */
  bool blendshapes;
  /* face-landmarker: Whether to output the head pose as a 4x4 matrix. Default: false. */
  bool matrices;
  /* pose-landmarker, holistic-landmarker: Whether to output a segmentation mask of each person. Default: false. */
  bool masks;
  /* hand-landmarker: LineamentHandRange, default kLineamentHandRangeShort.
     Where hands are looked for: short (in the whole image, hands within an arm's length, MediaPipe's default), or
     auto (also at the wrists of people farther away). */
  int32_t hand_range;
  /* holistic-landmarker: 0 to 1, default 0.5. Minimum score of a person's detected face. */
  float min_face_detection_confidence;
  /* holistic-landmarker: 0 to 1, default 0.3. Overlap above which two detections of a face are merged. */
  float min_face_suppression_threshold;
  /* holistic-landmarker: 0 to 1, default 0.5. Minimum score of the landmark model for the presence of a face. */
  float min_face_presence_confidence;
  /* holistic-landmarker: 0 to 1, default 0.5. Minimum score of the landmark model for the presence of a hand. */
  float min_hand_presence_confidence;
  /* face-landmarker: 1 to 170, default 63. Vertical angle of view of the camera in degrees, for the head pose. */
  float camera_fov;
  /* face-landmarker: 0 to 1000000, default 0. Focal length of the camera in pixels of the upright image, instead of
     the angle of view; 0: unknown. */
  float focal_length;
  /* face-landmarker: Whether to output the mesh of the face in centimeters, in camera space. Default: false. */
  bool meshes;
  /* end of options */
} LineamentOptions;

typedef struct LineamentTaskInternal *LineamentTask;
typedef struct LineamentSessionInternal *LineamentSession;

/* Sets the default options of a task. An unknown task is reported by lineament_task_create. */
void lineament_options_init(LineamentOptions *options, int32_t task);
/* Loads the models. */
MpStatus lineament_task_create(const LineamentOptions *options, LineamentTask *task, char **error);
MpStatus lineament_task_close(LineamentTask task, char **error);

/* Options by their names, which is how all options of tasks and tools can be set; the structures, and the arguments of
 * functions, have a part of them. A new option needs no new structure and no new function. */

typedef struct LineamentSettingsInternal *LineamentSettings;

/* Creates the default settings of `name`: "redact", "crop", "capture" for recordings, "send", or a task as the command line
 * has it, such as "face-landmarker". They may be used several times, and closed after any use. */
MpStatus lineament_settings_create(const char *name, LineamentSettings *settings, char **error);
/* Sets an option by its name and value, as `lineament redact`, `crop`, `capture` and the tasks' commands have them, with
 * underscores: "min_detection_confidence" and "0.4", "num_faces" and "all", "keep" and "1,4", flags as "true" or "false". An
 * error names the options, or the values that one takes. All but "send" also have "threads", "half_precision" and "delegate":
 * "cpu", "gpu", which fails without one, or "gpu-or-cpu". Tasks but "faces" have "model_path", "capture" has "num_people", and
 * "redact" has "areas": the boxes of another detector, as lines of JSON. "send" has "addresses", "rate", "calibrate", "gains",
 * as lineament_sender_create, and "person": the track ID of the one who is sent. */
MpStatus lineament_settings_set(LineamentSettings settings, const char *name, const char *value, char **error);
/* Sets an option to an image, which is copied: "how" of "redact", to put it in the place of what is covered. */
MpStatus lineament_settings_set_image(LineamentSettings settings, const char *name, MpImagePtr image, char **error);
MpStatus lineament_settings_close(LineamentSettings settings, char **error);

/* Creates the task that the settings are of, and loads its models. */
MpStatus lineament_task_create_with(LineamentSettings settings, LineamentTask *task, char **error);

/* Free each result with lineament_result_free before using the structure again.
 *
 * The faces or people of one image as arrays, one entry for each of `count`. A pointer is NULL if its values do not belong
 * to the task, were not requested, or `count` is 0; a number that is unknown, such as a landmark that is hidden, a pose
 * that could not be solved, or a person's hand that was not found, is NaN. `landmarks` and `expressions` of
 * kLineamentFaces that are switched off are NaN, too.
 * The order of the entries depends on the task:
 *
 *   face detector     best score first
 *   face landmarker,  highest detection score first (`scores` holds the landmark model's score instead); in a session,
 *   pose landmarker   faces or people that are tracked but not detected again in this frame come first
 *     distinct        (separation) people added by the closer search come last; in a session, ordered by track ID
 *   faces             largest box first
 *
 * A face landmarker computes `angles` and `angles_toward_camera` together with `matrices`. */
typedef struct LineamentResult {
  int32_t task;
  int32_t count;
  int32_t width, height;        /* of the image as stored, in pixels */
  int64_t timestamp_ms;         /* of a session; otherwise 0 */
  int32_t landmark_count;       /* of one face or person: 6, 478, 33, or 10 */
  int32_t landmark_dimensions;  /* 2 or 3 */
  /* generated: values. The numbers of one face or person follow those of the one before. */
  /* face-detector: [count][6][2]. Right eye, left eye, nose tip, mouth, right ear, left ear, as fractions of width
     and height.
     face-landmarker: [count][478][3]. The 478 landmarks of each face: x and y in fractions of width and height, z on
     the scale of x.
     pose-landmarker: [count][33][3]. The 33 landmarks of each person: x and y in fractions of width and height, z on
     the scale of x.
     faces: [count][10][2]. The landmarks that are visible, in pixels.
     hand-landmarker: [count][21][3]. The 21 landmarks of each hand: x and y in fractions of width and height, z on
     the scale of x.
     holistic-landmarker: [count][33][3]. The 33 landmarks of each body: x and y in fractions of width and height, z
     on the scale of x. */
  const float *landmarks;
  /* pose-landmarker: [count][33][3]. The same landmarks in meters from the midpoint between the hips: x right, y
     down, z away from the camera.
     hand-landmarker: [count][21][3]. The same landmarks in meters from the center of the hand: x right, y down, z
     away from the camera.
     holistic-landmarker: [count][33][3]. The same landmarks in meters from the midpoint between the hips: x right, y
     down, z away from the camera. */
  const float *world_landmarks;
  /* pose-landmarker: [count][33]. The likelihood that each landmark is in the image and not hidden. 0 to 1.
     holistic-landmarker: [count][33]. The likelihood that each landmark of a body is in the image and not hidden. 0
     to 1. */
  const float *visibilities;
  /* pose-landmarker: [count][33]. The likelihood that each landmark is in the image. 0 to 1.
     holistic-landmarker: [count][33]. The likelihood that each landmark of a body is in the image. 0 to 1. */
  const float *presences;
  /* face-detector: [count][4]. The box around the face, in whole pixels. Left, top, width, height.
     face-landmarker: [count][4]. The smallest box around the landmarks of each face, in pixels. Left, top, width,
     height.
     pose-landmarker: [count][4]. The smallest box around the landmarks of each person, in pixels; it may extend past
     the edges of the image. Left, top, width, height.
     faces: [count][4]. The box around the face, in pixels. Left, top, width, height.
     hand-landmarker: [count][4]. The smallest box around the landmarks of each hand, in pixels; it may extend past
     the edges of the image. Left, top, width, height.
     holistic-landmarker: [count][4]. The smallest box around the landmarks of each body, in pixels; it may extend
     past the edges of the image. Left, top, width, height. */
  const float *boxes;
  /* face-detector: [count]. The score of each face. 0 to 1.
     face-landmarker: [count]. The landmark model's score for each face. 0 to 1.
     hand-landmarker: [count]. The landmark model's confidence that there is a hand. 0 to 1. */
  const float *scores;
  /* face-landmarker: [count][52]. The 52 blendshapes of each face. Only on request. 0 to 1.
     holistic-landmarker: [count][52]. The 52 blendshapes of each person's face. Only on request. 0 to 1. NaN where
     there is none. */
  const float *blendshapes;
  /* face-landmarker: [count][4][4]. The pose of each head: a 4x4 matrix, row by row, that transforms the canonical
     face (in cm) into camera space. Only on request. */
  const float *matrices;
  /* face-landmarker: [count][3]. The angles of each head, in degrees.
     In this order, NaN if unknown:
     - pitch, -90 to 90. Positive looking up.
     - yaw, -180 to 180. Positive toward the right edge of the image.
     - roll, -180 to 180. Positive when the head tilts counterclockwise in the image.
     faces: [count][3]. The angles of the head, in degrees.
     In this order, NaN if unknown:
     - headEulerAngleX, -180 to 180. Positive looking up.
     - headEulerAngleY, -180 to 180. Positive toward the right edge of the image.
     - headEulerAngleZ, -180 to 180. Positive when the head tilts counterclockwise in the image. */
  const float *angles;
  /* faces: [count][3]. The probabilities of a smile and of open eyes.
     In this order, NaN if unknown:
     - smilingProbability, 0 to 1. The probability of a smile.
     - leftEyeOpenProbability, 0 to 1. The probability that the subject's left eye is open.
     - rightEyeOpenProbability, 0 to 1. The probability that the subject's right eye is open. */
  const float *expressions;
  /* faces: [count][133][2]. The 133 points of the contours, in pixels; NaN for all faces but the largest. */
  const float *contours;
  /* hand-landmarker: [count]. The probability of the category Left; that of Right is 1 minus this value. 0 to 1. */
  const float *left_scores;
  /* holistic-landmarker: [count][478][3]. The 478 landmarks of each person's face: x and y in fractions of width and
     height, z on the scale of x. NaN where there is none. */
  const float *face_landmarks;
  /* hand-landmarker: [count]. A number for the person whose hand this is, from 1, the same for both hands and from
     frame to frame. 1 to 16777216. */
  const float *persons;
  /* holistic-landmarker: [count][21][3]. The 21 landmarks of each person's left hand: x and y in fractions of width
     and height, z on the scale of x. NaN where there is none. */
  const float *left_hand_landmarks;
  /* holistic-landmarker: [count][21][3]. The same landmarks in meters from the midpoint between the hips: x right, y
     down, z away from the camera. NaN where there is none. */
  const float *left_hand_world_landmarks;
  /* holistic-landmarker: [count][21][3]. The 21 landmarks of each person's right hand: x and y in fractions of width
     and height, z on the scale of x. NaN where there is none. */
  const float *right_hand_landmarks;
  /* holistic-landmarker: [count][21][3]. The same landmarks in meters from the midpoint between the hips: x right, y
     down, z away from the camera. NaN where there is none. */
  const float *right_hand_world_landmarks;
  /* face-landmarker: [count][3]. The angles of each head against the ray to the camera, in degrees: 0 for a face
     that looks into it.
     In this order, NaN if unknown:
     - pitch, -90 to 90. Positive looking above the camera.
     - yaw, -180 to 180. Positive toward the right edge of the image.
     - roll, -180 to 180. Positive when the head tilts counterclockwise in the image. */
  const float *angles_toward_camera;
  /* face-landmarker: [count][478][3]. The 478 landmarks of each face in centimeters from the camera: x right, y up,
     z toward the viewer. Only on request. */
  const float *meshes;
  /* end of values */
  const float *masks;           /* poses: [count][height][width], 0 to 1 */
  const int64_t *track_ids;     /* landmarkers and faces, of a session: [count] */
  void *owner;                  /* what lineament_result_free releases */
} LineamentResult;

/* Detects the faces or people of one image. Rotation makes the image upright: degrees clockwise, a multiple of 90. */
MpStatus lineament_task_detect(LineamentTask task, MpImagePtr image, int32_t rotation_degrees, LineamentResult *result,
                               char **error);
/* The faces that a face landmarker detected but found no landmarks on, as a result of a face detector, best score first; none
 * for other tasks. Free it with lineament_result_free. */
MpStatus lineament_result_faces_without_landmarks(const LineamentResult *result, LineamentResult *faces, char **error);
/* Releases the arrays of a result and sets it to zeros. */
void lineament_result_free(LineamentResult *result);

/* Drawings, in the colors and with the labels of the command line's --annotate. */

enum { kLineamentLabelsAuto = 0, kLineamentLabelsNone = 1, kLineamentLabelsAll = 2 };

/* Draws a result over an image of the size that it was detected in. The drawing is a new image, in opaque SBGRA, which the
 * caller releases with MpImageFree. */
MpStatus lineament_result_draw(const LineamentResult *result, MpImagePtr image, int32_t labels, MpImagePtr *drawing,
                               char **error);
/* Encodes an 8-bit image as "png", "jpg" or "webp". Release the data with lineament_data_free. */
MpStatus lineament_image_encode(MpImagePtr image, const char *type, uint8_t **data, size_t *size, char **error);
void lineament_data_free(uint8_t *data);

/* Cut out faces, aligned and resampled once. */

typedef enum LineamentCropTemplate {
  kLineamentCropArcface = 0, /* 112, or a multiple of 112 or 128: for networks that recognize faces */
  kLineamentCropFfhq = 1,    /* 512: for networks that generate faces; padded by reflection */
  kLineamentCropSquare = 2,  /* 256: all landmarks with a margin on each side, as a fraction of the side without margins */
  kLineamentCropPassport = 3 /* 531 high, 35:45 */
} LineamentCropTemplate;

typedef struct LineamentCrops {
  int32_t count;         /* of the faces, in the order of the result */
  int32_t width, height; /* of each crop */
  uint8_t *pixels;       /* [count][height][width][3], RGB; black where a face was not found. Release with lineament_data_free. */
} LineamentCrops;

/* Cuts out the faces of a result of a face landmarker or a holistic landmarker from its image; those of other tasks are
 * refused. `size` is 8 to 8192 pixels, or 0 for the template's own. */
MpStatus lineament_result_crop(const LineamentResult *result, MpImagePtr image, int32_t crop_template, int32_t size,
                               float margin, LineamentCrops *crops, char **error);
/* The same with settings of "crop". Those of people, "min_size" and "min_quality" need a cropper. */
MpStatus lineament_result_crop_with(const LineamentResult *result, MpImagePtr image, LineamentSettings settings,
                                    LineamentCrops *crops, char **error);

typedef struct LineamentCropperInternal *LineamentCropper;

/* Loads the models of a cropper, which finds faces or people by itself, with settings of "crop". */
MpStatus lineament_cropper_create_with(LineamentSettings settings, LineamentCropper *cropper, char **error);
/* Cuts out the faces or people of an image. `crops` receives an array of `count` images, each of its own size, in RGB: release
 * each with MpImageFree, and the array with lineament_data_free. `report`, which may be NULL, receives a JSON object whose
 * member "crops" has the box, transform, score and quality of each, as the command line writes them; release it with
 * MpErrorFree. */
MpStatus lineament_cropper_crop(LineamentCropper cropper, MpImagePtr image, MpImagePtr **crops, int32_t *count,
                                char **report, char **error);
MpStatus lineament_cropper_close(LineamentCropper cropper, char **error);

/* Redaction: copies in which people cannot be recognized. No detector finds everyone: look at the copies before you
 * publish them. Copies are new images, in SBGRA, which the caller releases with MpImageFree. A translucent image stays
 * so where nothing is covered, and keeps of its colors only what shows; all other copies are opaque. */

enum { kLineamentRedactFaces = 0, kLineamentRedactHeads = 1, kLineamentRedactPeople = 2 };
enum { kLineamentRedactBlur = 0, kLineamentRedactPixelate = 1, kLineamentRedactFill = 2 }; /* fill leaves nothing */

typedef struct LineamentRedactorInternal *LineamentRedactor;
typedef struct LineamentRedactionInternal *LineamentRedaction;

/* Loads the models. `min_confidence` is the score from which a face is covered, 0 to 1; the command line has 0.3. */
MpStatus lineament_redactor_create(int32_t subject, int32_t method, float min_confidence, LineamentRedactor *redactor,
                                   char **error);

/* All that can be chosen. What excludes each other, such as people and a face that stays visible, is refused. */
typedef struct LineamentRedactorOptions {
  int32_t subject;            /* kLineamentRedactFaces, ... */
  int32_t method;             /* kLineamentRedactBlur, ...; ignored if there is a stamp */
  float min_confidence;       /* as above */
  MpImagePtr stamp;           /* an image to put in the place of what is covered, or NULL; copied */
  const int32_t *keep_tracks; /* the tracks of videos that stay visible, as a first report has them; copied */
  int32_t keep_tracks_count;
  bool keep_largest; /* whether the largest face of each image stays visible; not for videos */
  bool review;       /* whether what would be covered is drawn instead */
  bool verify;       /* whether each finished copy is searched again, and what is found in it covered; takes about as long */
  int32_t threads;   /* as in LineamentOptions */
  int32_t delegate;
  bool half_precision;
} LineamentRedactorOptions;

/* Sets the command line's defaults: faces, blurred, from a score of 0.3, no face kept. */
void lineament_redactor_options_init(LineamentRedactorOptions *options);
MpStatus lineament_redactor_create_with_options(const LineamentRedactorOptions *options, LineamentRedactor *redactor,
                                                char **error);
/* The same with settings of "redact", which have more. */
MpStatus lineament_redactor_create_with(LineamentSettings settings, LineamentRedactor *redactor, char **error);

/* The settings of one image or video. Texts may be NULL. */
typedef struct LineamentRedactorInput {
  const char *areas;   /* boxes of another detector, as lines of JSON without `file` (docs/redact.md); frames count those added */
  const char *cover;   /* what is covered as well, such as "20,30,120,80;5,5,40,40@2-3.5" */
  const char *uncover; /* the numbers of faces of the image that stay visible, such as "2,14" */
  bool thumbnails;     /* whether a plan has a thumbnail of each track */
} LineamentRedactorInput;

/* Makes a redactor for one image or video from another one, whose models it shares. Each is closed by itself. */
MpStatus lineament_redactor_for_input(LineamentRedactor redactor, const LineamentRedactorInput *input,
                                      LineamentRedactor *other, char **error);
/* The same with settings of "redact", of which only "areas", "cover", "uncover" and "thumbnails" are set. */
MpStatus lineament_redactor_with(LineamentRedactor redactor, LineamentSettings settings, LineamentRedactor *other,
                                 char **error);
MpStatus lineament_redactor_redact(LineamentRedactor redactor, MpImagePtr image, MpImagePtr *copy, char **error);
/* The same with the report: a JSON object with what is covered and what is worth a look, in the words of the command line's
 * --report. Release it with MpErrorFree. */
MpStatus lineament_redactor_redact_with_report(LineamentRedactor redactor, MpImagePtr image, MpImagePtr *copy,
                                               char **report, char **error);
/* Redacts the file of an image, whose bytes are `data`. `copy` receives the bytes of a file of type "png", "jpg" or "webp", or of
 * the original's (else PNG) if `type` is NULL; release them with lineament_data_free. Where nothing is covered, a copy of the
 * original's type is as the original: not compressed again, with its 16 bits. `report` may be NULL. */
MpStatus lineament_redactor_redact_file(LineamentRedactor redactor, const void *data, size_t size, const char *type,
                                        uint8_t **copy, size_t *copy_size, char **report, char **error);
MpStatus lineament_redactor_close(LineamentRedactor redactor, char **error);

/* The redaction of one video. Faces are tracked, so copies come up to a second after their frames: after each frame, and
 * after the end, take them until there are none. */
MpStatus lineament_redaction_create(LineamentRedactor redactor, LineamentRedaction *redaction, char **error);
/* Adds a frame; its time, in seconds, must be greater than that of the one before. Boxes of another detector whose times count as
 * those of the container need frames of lineament_video_next with the times that it gives, to the millisecond. */
MpStatus lineament_redaction_add(LineamentRedaction redaction, MpImagePtr frame, double seconds, char **error);
/* Ends the video, which makes all copies ready. */
MpStatus lineament_redaction_finish(LineamentRedaction redaction, char **error);
/* Takes the next copy; NULL if none is ready. */
MpStatus lineament_redaction_next(LineamentRedaction redaction, MpImagePtr *copy, char **error);
/* The same with the time of the frame, in seconds, and its report, as for images; NULL if no copy is ready. */
MpStatus lineament_redaction_next_with_report(LineamentRedaction redaction, MpImagePtr *copy, double *seconds,
                                              char **report, char **error);
/* The number of boxes of another detector that belong to no frame, once the video has ended: nothing is covered for them. */
MpStatus lineament_redaction_missed_areas(LineamentRedaction redaction, int32_t *count, char **error);
MpStatus lineament_redaction_close(LineamentRedaction redaction, char **error);

/* Plans: what is covered in a file, as JSON that a person can edit (docs/redact.md), and its rendering without models. A plan
 * belongs to the file at `path` by its SHA-256. Release the text of a plan with MpErrorFree. */

typedef struct LineamentPlanInternal *LineamentPlan;

/* Makes the plan of an image, which is that in the file at `path`. */
MpStatus lineament_redactor_plan(LineamentRedactor redactor, MpImagePtr image, const char *path, char **plan,
                                 char **error);
/* Records a plan, which takes memory with each frame; call it before the first one. */
MpStatus lineament_redaction_record(LineamentRedaction redaction, char **error);
/* Leaves out the copies that are ready, for a plan alone. Call it, or lineament_redaction_next, after each frame and after the
 * end. */
MpStatus lineament_redaction_skip(LineamentRedaction redaction, char **error);
/* Makes the plan of a video that was recorded and has ended, all of whose copies were taken or left out. */
MpStatus lineament_redaction_plan(LineamentRedaction redaction, const char *path, char **plan, char **error);
/* Opens a plan for the file at `path`. An error names the line and the key of what is wrong. */
MpStatus lineament_plan_open(const char *json, const char *path, LineamentPlan *plan, char **error);
/* Makes a copy of the image, or of the frame of a video at a time in seconds, which images ignore. Of a video, use
 * lineament_plan_render_until: this covers what is covered at that very time, and not what begins while the frame is shown. A
 * frame outside of the part that was analyzed is an error, and so is an image that is no scaled copy of the planned one. */
MpStatus lineament_plan_render(LineamentPlan plan, MpImagePtr image, double seconds, MpImagePtr *copy, char **error);
/* Makes a copy of a frame as lineament_plan_render. `end` is the time of the next frame in seconds, INFINITY for the last one: a
 * cover that begins while the frame is shown covers it, too. */
MpStatus lineament_plan_render_until(LineamentPlan plan, MpImagePtr image, double seconds, double end, MpImagePtr *copy,
                                     char **error);
MpStatus lineament_plan_close(LineamentPlan plan, char **error);

/* Creates a session for one video or camera, with tracks and smoothing of its own. Sessions share the task's models and
 * stay usable after the task is closed. */
MpStatus lineament_session_create(LineamentTask task, LineamentSession *session, char **error);
/* Processes the next frame; timestamps must increase. A rejected frame leaves no trace. */
MpStatus lineament_session_detect(LineamentSession session, MpImagePtr frame, int32_t rotation_degrees,
                                  int64_t timestamp_ms, LineamentResult *result, char **error);
/* Starts a new video. */
MpStatus lineament_session_reset(LineamentSession session, char **error);
MpStatus lineament_session_close(LineamentSession session, char **error);

/* Recordings: the movements of people over time, cleaned and written for animation programs, avatars, OpenSim and pandas
 * (docs/capture.md). Values are in a temporary file, so that memory does not grow with the time. */

typedef struct LineamentRecordingInternal *LineamentRecording;

/* Creates a recording of images of a size, upright, in pixels. The 478 points of faces are kept for the formats .pose and
 * .csv; they take ten times the room of a body. */
MpStatus lineament_recording_create(int32_t width, int32_t height, bool keeps_face_points,
                                    LineamentRecording *recording, char **error);
/* Creates a recording for `count` files, with settings of "capture": what is kept follows from the formats of the files. */
MpStatus lineament_recording_create_with(LineamentSettings settings, const char *const *outputs, int32_t count,
                                         int32_t width, int32_t height, LineamentRecording *recording, char **error);
/* Creates a recording of a file with JSON lines of a video's results. `ending` receives why it ends early, or NULL if it is
 * whole; release it with MpErrorFree. */
MpStatus lineament_recording_read(LineamentSettings settings, const char *const *outputs, int32_t count,
                                  const char *lines, LineamentRecording *recording, char **ending, char **error);
/* Creates the task that finds what a recording needs of people, for a session of one video, and loads its models. */
MpStatus lineament_recording_task(LineamentRecording recording, LineamentTask *task, char **error);
/* Sets an option by its name and value, as `lineament capture` has them, with underscores: "max_gap" and "0.5",
 * "smooth" and "one-euro", "camera_fov" and "41", "format" and "bvh", flags as "true" or "false". An error names the
 * options, or the values that one takes. */
MpStatus lineament_recording_set(LineamentRecording recording, const char *name, const char *value, char **error);
/* Adds the result of a frame, of a holistic, pose, face or hand landmarker, best of a session, which tells people apart.
 * Its time, in seconds, must be greater than that of the one before. */
MpStatus lineament_recording_add(LineamentRecording recording, const LineamentResult *result, double seconds,
                                 char **error);
/* Cleans what was added so far and writes it in the format that the option or the end of the path says. Formats for one
 * person have a file for each: dance_1.bvh, dance_4.bvh. `count`, which may be NULL, receives the number of files. May be
 * called again, also with another path or after more frames. */
MpStatus lineament_recording_write(LineamentRecording recording, const char *path, int32_t *count, char **error);
MpStatus lineament_recording_close(LineamentRecording recording, char **error);

typedef struct LineamentSenderInternal *LineamentSender;

/* Sends the movements of one person to other programs as they happen, one datagram a frame and receiver. `addresses` has
 * one or more, with spaces between them: "vmc://127.0.0.1:39539", "livelink://10.0.0.5:11111/Anna",
 * "ifacialmocap://10.0.0.5". `rate` is the number of frames in a second, more than 0 and at most 1000. With `calibrate`, the
 * face in the first second is neutral, and no face is sent until then. `gains` is NULL or JSON with factors for blendshapes:
 * {"jawOpen": 1.4}. */
MpStatus lineament_sender_create(const char *addresses, double rate, bool calibrate, const char *gains,
                                 LineamentSender *sender, char **error);
/* The same with settings of "send". */
MpStatus lineament_sender_create_with(LineamentSettings settings, LineamentSender *sender, char **error);
/* Sends the first person of a result, at a time in seconds: of a holistic landmarker for bones and expressions, of a face
 * landmarker with blendshapes and matrices for the face. Nothing waits for a receiver. */
MpStatus lineament_sender_send(LineamentSender sender, const LineamentResult *result, double seconds, char **error);
MpStatus lineament_sender_close(LineamentSender sender, char **error);

/* Videos: files, and with `allow_address` also "camera:/dev/video0" and rtsp, http and https addresses. */

typedef struct LineamentVideoInternal *LineamentVideo;

typedef struct LineamentVideoInfo {
  int32_t width, height; /* of the frames as they are read, in pixels */
  double frame_rate;     /* frames per second; 0 if unknown */
  double duration;       /* seconds; 0 if unknown */
} LineamentVideoInfo;

typedef struct LineamentFrameInfo {
  int64_t index;        /* counted from 0 at the first frame of the chosen range */
  int64_t timestamp_ms; /* increases from frame to frame */
  double time;          /* seconds since the first frame of the video */
} LineamentFrameInfo;

/* Opens a video. `start` and `duration` are in seconds; a `duration` of 0 reads to the end. Every `every`-th frame is
 * read, at least 1. With `square_pixels`, frames whose pixels are not square are scaled to the shape in which players show
 * them; otherwise they are as stored. `info` may be NULL. */
MpStatus lineament_video_open(const char *path, bool allow_address, double start, double duration, int32_t every,
                              bool square_pixels, LineamentVideo *video, LineamentVideoInfo *info, char **error);
/* Reads the next frame, whose image the caller releases with MpImageFree; the image is NULL at the end. */
MpStatus lineament_video_next(LineamentVideo video, MpImagePtr *image, LineamentFrameInfo *info, char **error);
MpStatus lineament_video_close(LineamentVideo video, char **error);

/* Batches, through Arrow's C data interface. */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* Detects the faces or people of many images, with `jobs` at a time (0: one per core). The input is an array of bytes
 * (binary, large_binary) or of paths (utf8, large_utf8), which stays the caller's. The output is a struct array with a
 * row for each input, in order: error (text, or null), width, height, and the list "faces" or "poses", whose fields
 * Integrations/python/README.md describes. An image that cannot be read is an error in its row. If a face landmarker detected
 * faces without landmarks in some of the images, there is a list "faces_without_landmarks" of them, with a face detector's fields.
 * Tasks with masks have no batches. */
MpStatus lineament_task_detect_batch(LineamentTask task, const struct ArrowSchema *input_schema,
                                     const struct ArrowArray *input, int32_t jobs, struct ArrowSchema *output_schema,
                                     struct ArrowArray *output, char **error);
/* The same, with a field "crop" (fixed-size binary) of each face: its crop as lineament_result_crop has it, in RGB. */
MpStatus lineament_task_detect_batch_with_crops(LineamentTask task, const struct ArrowSchema *input_schema,
                                                const struct ArrowArray *input, int32_t jobs, int32_t crop_template,
                                                int32_t size, float margin, struct ArrowSchema *output_schema,
                                                struct ArrowArray *output, char **error);

/* Solutions: what MediaPipe had before its tasks, with the numbers of its version 0.10.21. A solution processes images one
 * after the other, of which each counts as 33,333 microseconds later than the one before. Calls from several threads wait for
 * each other. */

typedef enum LineamentSolutionKind {
  kLineamentHands = 1,
  kLineamentPose = 2,
  kLineamentFaceMesh = 3,
  kLineamentFaceDetection = 4,
  kLineamentHolistic = 5,
  kLineamentSelfieSegmentation = 6
} LineamentSolutionKind;

typedef struct LineamentSolutionOptions {
  size_t size;      /* sizeof(LineamentSolutionOptions); lineament_solution_options_init sets it */
  int32_t solution; /* LineamentSolutionKind */
  int32_t threads;  /* threads per inference, at most 64; 0 (default): one per core, up to four, for bodies and hands, and
                       one for the other models, which gain little from more */
  int32_t max_count; /* hands (default 2) and faces (default 1) */
  int32_t model;     /* hands: 0 or 1 (default); pose and holistic: 0, 1 (default) or 2, of which 0 and 2 must be installed
                        separately; face detection: 0 (default, two meters) or 1 (five); selfie segmentation: 0 (default)
                        or 1 (landscape) */
  float min_detection_confidence; /* default 0.5; any number, or NaN for all detections */
  float min_tracking_confidence;  /* default 0.5; any number */
  bool static_image_mode;         /* whether images are unrelated; default false */
  bool smooth_landmarks;          /* of bodies; default true */
  bool segmentation;              /* whether bodies have a mask; default false */
  bool refine_landmarks;          /* whether faces have irises, and more accurate lips and eyes; default false */
} LineamentSolutionOptions;

/* Parts that are not found or not looked for are NULL. Points are x, y and z in fractions of the image or in meters. */
typedef struct LineamentSolutionResult {
  int32_t width, height;
  int32_t hand_count, face_count, face_landmark_count, detection_count;
  const float *hand_landmarks;       /* hand_count x 21 x 3 */
  const float *hand_world_landmarks; /* hand_count x 21 x 3 */
  const float *hand_scores;          /* hand_count x 2: left and right, as in a mirrored image */
  const float *pose_landmarks;       /* 33 x 4: the fourth is the visibility */
  const float *pose_world_landmarks; /* 33 x 4 */
  const float *face_landmarks;       /* face_count x face_landmark_count x 3 */
  const float *left_hand_landmarks;  /* 21 x 3 */
  const float *right_hand_landmarks; /* 21 x 3 */
  const float *detections;           /* detection_count x 17: score, x, y, width, height, six keypoints */
  const float *mask;                 /* height x width */
  void *owner;
} LineamentSolutionResult;

typedef struct LineamentSolutionInternal *LineamentSolution;

/* Sets the default options of a solution. */
void lineament_solution_options_init(LineamentSolutionOptions *options, int32_t solution);
/* Loads the models. */
MpStatus lineament_solution_create(const LineamentSolutionOptions *options, LineamentSolution *solution, char **error);
/* Processes the next image: rows of red, green and blue bytes, `bytes_per_row` apart. */
MpStatus lineament_solution_process(LineamentSolution solution, int32_t width, int32_t height, size_t bytes_per_row,
                                    const void *data, LineamentSolutionResult *result, char **error);
/* Forgets what was tracked and smoothed. */
MpStatus lineament_solution_reset(LineamentSolution solution, char **error);
MpStatus lineament_solution_close(LineamentSolution solution, char **error);
/* Releases the arrays of a result. */
void lineament_solution_result_free(LineamentSolutionResult *result);

#ifdef __cplusplus
}
#endif

#endif
