// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentImages

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
print("\(pixels.width)x\(pixels.height)")
