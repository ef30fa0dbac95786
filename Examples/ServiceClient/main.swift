// SPDX-License-Identifier: Apache-2.0

// Sends a photo to `lineament serve` and prints where the faces are.
// usage: ServiceClient PHOTO [ADDRESS]

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Answer: Decodable {
    struct Face: Decodable {
        struct Frame: Decodable { var x, y, width, height: Double }
        var frame: Frame
        var smilingProbability: Double?
    }
    var faces: [Face]
}

struct Problem: Decodable { var detail: String }

let arguments = CommandLine.arguments
guard arguments.count > 1, let address = URL(string: arguments.count > 2 ? arguments[2] : "http://localhost:8080")
else {
    print("usage: ServiceClient PHOTO [ADDRESS]")
    exit(2)
}
var request = URLRequest(url: address.appendingPathComponent("v1/faces"))
request.httpMethod = "POST"
request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
let photo = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
guard let (data, response) = try? await URLSession.shared.upload(for: request, from: photo) else {
    print("No answer from \(address). Start the service with: lineament serve")
    exit(1)
}
guard (response as? HTTPURLResponse)?.statusCode == 200 else {
    print(try JSONDecoder().decode(Problem.self, from: data).detail)
    exit(1)
}
for face in try JSONDecoder().decode(Answer.self, from: data).faces {
    print("face at \(face.frame.x), \(face.frame.y), smile \(face.smilingProbability ?? .nan)")
}
