#include "lineament.h"
