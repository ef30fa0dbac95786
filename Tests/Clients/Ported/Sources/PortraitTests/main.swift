// SPDX-License-Identifier: Apache-2.0

// Unit tests of a face landmarker against the numbers of a portrait.

import Checks

let paths = arguments("PHOTO", "MODELS")
let tests = try FaceMeshTests(photo: paths[0], models: paths[1])
try tests.testImage()
try tests.testVideo()
try tests.testWrongMode()
tests.testNoModel()
try tests.testBox()
try tests.testImages()
print("done")
