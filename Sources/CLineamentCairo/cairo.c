// The module only exports Cairo's header, but SwiftPM requires a source file in every target.
typedef int lineament_cairo;
