// SPDX-License-Identifier: Apache-2.0
internal import CLineament

/// The options of one of MediaPipe's tasks, which begin with `base_options` and `running_mode`.
protocol MpTaskOptions {
    var base_options: MpBaseOptions { get }
    var running_mode: Int32 { get }
    init()
}

extension MpFaceDetectorOptions: MpTaskOptions {}
extension MpFaceLandmarkerOptions: MpTaskOptions {}
extension MpHandLandmarkerOptions: MpTaskOptions {}
extension MpHolisticLandmarkerOptions: MpTaskOptions {}
extension MpPoseLandmarkerOptions: MpTaskOptions {}

extension MpTaskOptions {
    /// Copies the options of a program that was compiled against the headers of any MediaPipe since 1.0.0.
    ///
    /// In 1.2.3, `MpBaseOptions` got a last field, a pointer, so `running_mode` and all that follows stand behind it. No
    /// size is passed. Where the running mode stood before there is now the low half of the pointer, or the whole of it:
    /// it is 0 for NULL, and no text of a program has an address whose low half is one of the three running modes.
    /// - Throws: `LineamentError` with code `invalidArgument` if the pointer is NULL.
    init(copying options: UnsafePointer<Self>?) throws {
        let given = UnsafeRawPointer(try required(options, "options"))
        let sizeBefore = MemoryLayout<MpBaseOptions>.size - MemoryLayout<UnsafePointer<CChar>?>.size
        let isOfBefore = runningModes.contains(given.load(fromByteOffset: sizeBefore, as: Int32.self))
        let baseSize = isOfBefore ? sizeBefore : MemoryLayout<MpBaseOptions>.size
        self.init()
        withUnsafeMutableBytes(of: &self) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(start: given, count: baseSize))
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[MemoryLayout<MpBaseOptions>.size...])
            rest.copyMemory(from: UnsafeRawBufferPointer(start: given + baseSize, count: rest.count))
        }
    }
}

/// The values of `MpRunningMode`.
private let runningModes = Int32(MP_RUNNING_MODE_IMAGE.rawValue)...Int32(MP_RUNNING_MODE_LIVE_STREAM.rawValue)
