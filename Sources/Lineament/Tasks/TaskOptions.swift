// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The superclass of the options of every task.
public class TaskOptions: NSObject, NSCopying {
    /// The options common to all tasks.
    public var baseOptions = BaseOptions()

    /// The kind of input: single images, the frames of a video, or a live stream. Default: `.image`.
    public var runningMode = RunningMode.image

    /// Whether images with a mirrored orientation, as front cameras deliver them, are processed. Default: false, for
    /// which they are refused, as in MediaPipe.
    ///
    /// The models see the image without its mirroring, so left and right are the subject's. Results are in the
    /// coordinates of the image as stored, like those of other orientations; matrices describe the head as the stored
    /// image shows it. Either all frames of a video should be mirrored or none. A Lineament extension.
    public var acceptsMirroredOrientations = false

    /// Whether the frames of videos whose pixels are not square are to be scaled for the task, as people see them. With
    /// MediaPipe's options it sees them as they are stored.
    package var seesSquarePixels: Bool { false }

    /// Creates the default options.
    public required override init() {}

    /// Returns a copy with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self.init(copying: self)
        return copy
    }

    /// Copies every option of `other`; of another task's, those common to all tasks. Subclasses copy theirs as well.
    required init(copying other: TaskOptions) {
        baseOptions = other.baseOptions.copy() as? BaseOptions ?? BaseOptions()
        runningMode = other.runningMode
        acceptsMirroredOrientations = other.acceptsMirroredOrientations
    }
}
