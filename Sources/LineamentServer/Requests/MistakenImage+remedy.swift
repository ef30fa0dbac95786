// SPDX-License-Identifier: Apache-2.0
internal import LineamentImages

extension MistakenImage {
    /// The advice on what to send in place of it.
    var requestRemedy: String {
        switch self {
        case .dataURI: "Decode what follows its comma from base64, and send those bytes."
        case .base64: "Decode it, and send its bytes."
        case .video: "Send it alone, with a header such as Content-Type: video/mp4."
        }
    }
}
