// SPDX-License-Identifier: Apache-2.0

/// The cost of a task: the core time of each image or frame, and the memory of a process.
struct WorkCost: Hashable, Encodable {
    /// The task and the kind of its images, such as `face-landmarker 2mp`.
    let name: String
    /// The time that an image or frame takes one core, in milliseconds, decoding included.
    let coreMilliseconds: Double
    /// The frames per second of the video; `nil` for images.
    let framesPerSecond: Double?
    /// How many times sooner an image is ready that has several cores for itself; at least 1.
    let speedAlone: Double
    /// The most memory of a process; `nil` if unknown.
    let memory: Memory?

    /// Memory by the number of cores, in megabytes.
    struct Memory: Hashable, Encodable {
        let withOneCore: Double
        let forEachFurtherCore: Double

        func megabytes(cores: Int) -> Double { withOneCore + forEachFurtherCore * Double(cores - 1) }
    }

    /// Returns the cost with another `speedAlone`, unless that is `nil`.
    func with(speedAlone: Double?) -> WorkCost {
        WorkCost(
            name: name, coreMilliseconds: coreMilliseconds, framesPerSecond: framesPerSecond,
            speedAlone: speedAlone ?? self.speedAlone, memory: memory)
    }

    /// Returns the hours of one core that images take.
    func coreHours(images: Double) -> Double { images * coreMilliseconds / 3.6e6 }

    /// Returns the hours of one core that hours of video take; `nil` if this is the cost of images.
    func coreHours(videoHours: Double) -> Double? {
        framesPerSecond.map { coreHours(images: videoHours * 3600 * $0) }
    }
}
