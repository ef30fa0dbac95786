// The module only exports libjpeg-turbo's header, but SwiftPM requires a source file in every target.
typedef int lineament_turbojpeg;
