// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture

extension SentFrame {
    /// The frame as a session tells it to its client.
    var json: String {
        JSONText.object { json in
            json.member("to", datagrams) { json, datagram in
                json.object { json in
                    json.member("address", datagram.address.text)
                    json.member("bytes", datagram.byteCount)
                    if datagram.isRefused { json.member("error", "Nothing listens there.") }
                }
            }
            if isCalibrating { json.member("state", "calibrating") }
            if let shapes { json.member("shapes", shapes) { $0.value($1) } }
            if !bones.isEmpty { json.member("bones", bones) { $0.bone($1) } }
        }
    }
}

extension JSONText {
    fileprivate mutating func bone(_ bone: SentFrame.Bone) {
        object { json in
            json.member("name", bone.name)
            json.member("position", (0..<3).map { bone.position[$0] }) { $0.value($1) }
            json.member("rotation", (0..<4).map { bone.rotation[$0] }) { $0.value($1) }
        }
    }
}
