// SPDX-License-Identifier: Apache-2.0

/// The cost of a task: the core time of each image or frame, and the memory of a process.
package struct WorkCost: Hashable, Encodable, Sendable {
    /// The task and the kind of its images, such as `face-landmarker 2mp`.
    package let name: String
    /// The time that an image or frame takes one core, in milliseconds, decoding included.
    package let coreMilliseconds: Double
    /// The frames per second of the video; `nil` for images.
    package let framesPerSecond: Double?
    /// How many times sooner an image is ready that has several cores for itself; at least 1.
    package let speedAlone: Double
    /// The most memory of a process; `nil` if unknown.
    package let memory: Memory?

    /// Memory by the number of cores, in megabytes.
    package struct Memory: Hashable, Encodable, Sendable {
        package let withOneCore: Double
        package let forEachFurtherCore: Double

        /// Creates the memory of a process, in megabytes.
        package init(withOneCore: Double, forEachFurtherCore: Double) {
            self.withOneCore = withOneCore
            self.forEachFurtherCore = forEachFurtherCore
        }

        /// Returns the memory of a process with a number of cores, in megabytes.
        package func megabytes(cores: Int) -> Double { withOneCore + forEachFurtherCore * Double(cores - 1) }
    }

    /// Creates a cost.
    /// - Parameters:
    ///   - name: The task and the kind of its images, such as `face-landmarker 2mp`.
    ///   - coreMilliseconds: The time that an image or frame takes one core, in milliseconds.
    ///   - framesPerSecond: The frames per second of the video; `nil` for images.
    ///   - speedAlone: How many times sooner an image is ready that has several cores for itself; at least 1.
    ///   - memory: The most memory of a process; `nil` if unknown.
    package init(
        name: String, coreMilliseconds: Double, framesPerSecond: Double?, speedAlone: Double, memory: Memory?
    ) {
        self.name = name
        self.coreMilliseconds = coreMilliseconds
        self.framesPerSecond = framesPerSecond
        self.speedAlone = speedAlone
        self.memory = memory
    }

    /// Returns the cost with another `speedAlone`, unless that is `nil`.
    package func with(speedAlone: Double?) -> WorkCost {
        WorkCost(
            name: name, coreMilliseconds: coreMilliseconds, framesPerSecond: framesPerSecond,
            speedAlone: speedAlone ?? self.speedAlone, memory: memory)
    }

    /// Returns the hours of one core that images take.
    package func coreHours(images: Double) -> Double { images * coreMilliseconds / 3.6e6 }

    /// Returns the hours of one core that hours of video take; `nil` if this is the cost of images.
    package func coreHours(videoHours: Double) -> Double? {
        framesPerSecond.map { coreHours(images: videoHours * 3600 * $0) }
    }
}
