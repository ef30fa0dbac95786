// The module is only libjpeg-turbo's header; a target needs a source file.
typedef int lineament_turbojpeg;
