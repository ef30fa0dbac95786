// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Image files that MediaPipe cannot decode.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct BrokenFilesTests {
    @Test(arguments: Reference.photos.bad) func brokenFilesGiveOneClearError(path: String) {
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(contentsOf: TestData.url(path)) }
        #expect(error?.message.contains(URL(fileURLWithPath: path).lastPathComponent) == true)
    }
}
