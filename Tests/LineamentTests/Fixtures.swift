import Foundation
import Lineament
import LineamentImages
import TestSupport

enum ImageDecoderFixture {
    static func pixels(_ path: String) throws -> PixelBuffer {
        try ImageDecoder().decode(contentsOf: TestData.url(path))
    }
}
