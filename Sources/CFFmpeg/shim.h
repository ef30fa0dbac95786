#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

// Values that are macros beyond Swift's importer.
static inline int64_t lineament_av_no_time(void) { return AV_NOPTS_VALUE; }
static inline int lineament_av_error_again(void) { return AVERROR(EAGAIN); }
static inline int lineament_av_error_end(void) { return AVERROR_EOF; }
static inline int lineament_av_error_exit(void) { return AVERROR_EXIT; }
