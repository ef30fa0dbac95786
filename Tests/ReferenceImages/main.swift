// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

// Writes the derived test images and clips as PPM files, for Scripts/references/make_references.py.
//
// usage: ReferenceImages FOLDER

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: ReferenceImages FOLDER\n".utf8))
    exit(2)
}
try writeDerivedImages(
    DerivedImages(sample: .sample()), DerivedCameraImages(photo: .camera()), to: CommandLine.arguments[1])
