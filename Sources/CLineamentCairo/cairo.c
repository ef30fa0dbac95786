// The module is only Cairo's header; a target needs a source file.
typedef int lineament_cairo;
