// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

private let damagedModel: LiteRtStatus = 501

/// Throws an error unless `status` is 0; its message says which call failed, on which model, and why.
func check(_ status: LiteRtStatus, _ call: String, model: String?) throws(LiteRTError) {
    guard status != 0 else { return }
    let subject = model.map { " on \($0)" } ?? ""
    let remedy = status == damagedModel ? ". \(ModelRemedy.downloadAgain)" : ""
    throw LiteRTError(
        code: .callFailed, message: "\(call)\(subject) failed: \(meaning(of: status)) (status \(status))\(remedy)")
}

extension LiteRTError {
    /// The error for a call that reported success but returned no object.
    static func empty(_ call: String, model: String?) -> LiteRTError {
        let subject = model.map { " on \($0)" } ?? ""
        return LiteRTError(code: .callFailed, message: "\(call)\(subject) returned no object")
    }
}

private func meaning(of status: LiteRtStatus) -> String {
    switch status {
    case 1: "invalid argument"
    case 2: "out of memory"
    case 3: "runtime failure"
    case 5: "not supported"
    case 6: "not found"
    case 8: "wrong version"
    case 100: "cancelled"
    case 500: "file cannot be read"
    case damagedModel: "the model is damaged or not a .tflite file"
    case 502: "dynamic loading failed"
    case 504: "compilation failed"
    case 1000: "index out of range"
    default: "unknown failure"
    }
}
