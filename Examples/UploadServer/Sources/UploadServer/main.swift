// SPDX-License-Identifier: Apache-2.0

// Answers an uploaded photo with the landmarks of one face near the camera, as JSON.
//
// usage: swift run lineament models fetch   (once)
//        swift run -c release UploadServer [PORT]
//        curl --data-binary @portrait.jpg localhost:8080/faces

import Foundation
import Hummingbird
import Lineament
import LineamentImages

let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
var decoder = ImageDecoder()
decoder.maxPixels = 50_000_000
let limits = decoder  // a constant, so that concurrent requests can share it

let router = Router()
router.post("faces") { request, _ in
    let upload = try await request.body.collect(upTo: 20 << 20)
    do {
        let result = try await landmarker.result(forImageData: Data(buffer: upload), decoder: limits)
        let json = ByteBuffer(data: try JSONEncoder().encode(result))
        return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: json))
    } catch let error as LineamentError where [.invalidArgument, .dataLoss, .unimplemented].contains(error.code) {
        throw HTTPError(.badRequest, message: error.message)  // the upload's fault; other errors become status 500
    }
}
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let server = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await server.runService()
