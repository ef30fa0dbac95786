// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentCapture

/// The options of a recording, in the form that front doors take.
package final class CaptureChoices {
    /// A way to smooth all parts of people.
    package enum Smoothing: Sendable, Hashable {
        /// For each part its own cutoff.
        case auto
        case none, oneEuro, median
        /// A Butterworth filter with this cutoff, in hertz.
        case cutoff(Double)
    }

    /// The format of the file; `nil` for that of its name.
    package var format: CaptureFormat?
    /// The number of frames in a second; `nil` for those of the input.
    package var rate: Double?
    /// How rotations and places are computed, and the names of joints.
    package var options = CaptureOptions()
    package var smooth = Smoothing.auto
    /// The longest gap that is bridged, in seconds.
    package var maxGap = CleaningOptions().maximumGap
    /// The shortest time for which a person must be seen, in seconds.
    package var minDuration = CleaningOptions().minimumDuration
    package var keepsOutliers = false
    package var keepsBoneLengths = false
    /// Whether the first second of what is sent is neutral.
    package var calibrates = false

    package init() {}

    /// How a recording is cleaned.
    package var cleaning: CleaningOptions {
        var options = CleaningOptions()
        options.maximumGap = maxGap
        options.minimumDuration = minDuration
        options.keepsBoneLengths = keepsBoneLengths
        if keepsOutliers { options.outliers = nil }
        if let filter = smooth.filter {
            options.body = filter
            options.hands = filter
            options.face = filter
        }
        return options
    }

    /// Sets an option by its name in snake case and its value as it is written in commands.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the options, or the values of the option.
    package func set(_ name: String, to text: String) throws {
        let option = try Self.recordingTable.map(\.description).option(named: name, of: "A recording")
        try Self.recordingTable.set(self, to: [option.name: option.value(of: text, named: name)])
    }
}

extension CaptureChoices {
    /// The options; see `TaskOption`. Where files come from and go to is a matter of each front door.
    package static let table = rows.map { $0.with(\.media, [.video]) }.withTheirDefaults(of: CaptureChoices())
    /// The options of recordings, without those that concern only sending.
    package static let recordingTable = table.filter { $0.name != "calibrate" }

    /// The largest number of seconds.
    private static let seconds = 0...1e9

    private static let rows: [TaskOption<CaptureChoices>] = [
        TaskOption(
            "format", "The format of the file; by default that of its name.",
            .choice(CaptureFormat.words), nil,
            get: { $0.format.map { .choice($0.rawValue) } ?? .unset },
            set: { $0.format = $1.word.flatMap(CaptureFormat.init(word:)) }
        ).with(\.choiceType, "CaptureFormat").with(\.help, "Format. Default: that of the output's name."),
        TaskOption(
            "cameraFov", "The vertical angle of view of the camera in degrees.", .number(1...170), nil,
            get: { .number($0.options.motion.fieldOfView) },
            set: { if case .number(let degrees) = $1 { $0.options.motion.fieldOfView = degrees } }
        ).with(\.placeholder, "degrees").with(
            \.help,
            """
            Vertical angle of view of the camera. A wrong one stretches movements toward the camera and away from it. \
            MediaPipe assumes 63; phones have 40 to 65.
            """),
        TaskOption(
            "focalLength",
            "The focal length of the camera in pixels of the upright image, instead of the angle of view; 0: unknown.",
            .number(FaceLandmarkerOptions.focalLengths), nil,
            get: { .number($0.options.motion.focalLength ?? 0) },
            set: { if case .number(let pixels) = $1 { $0.options.motion.focalLength = pixels == 0 ? nil : pixels } }
        ).with(\.placeholder, "pixels").with(
            \.help, "Focal length of the camera in pixels of the upright image, instead of --camera-fov. 0: unknown."),
        .flag("inPlace", \.staysInPlace, nil, "Whether the hips stay above one point, as if on a treadmill.")
            .with(\.help, "Keep the hips above one point, as if on a treadmill."),
        .flag("freeFeet", \.freesFeet, nil, "Whether feet that stand still in the image are not held in place.")
            .with(\.help, "Do not hold feet in place that stand still in the image."),
        TaskOption(
            "jointNames", "The names of the skeleton's joints; by default mixamo in .bvh and vrm in .glb.",
            .choice(CaptureOptions.JointNames.allCases.map(\.rawValue)), nil,
            get: { $0.options.jointNames.map { .choice($0.rawValue) } ?? .unset },
            set: { $0.options.jointNames = $1.word.flatMap(CaptureOptions.JointNames.init(rawValue:)) }
        ).with(\.choiceType, "CaptureOptions.JointNames").with(
            \.help, "Names of the skeleton's joints in .bvh (default: mixamo) and .glb (default: vrm)."),
        TaskOption(
            "rate", "The frames per second that are written, or at most sent; by default those of the input.",
            .number(LiveSender.rates), nil, get: { $0.rate.map(OptionValue.number) ?? .unset },
            set: { if case .number(let rate) = $1 { $0.rate = rate } }
        ).with(\.placeholder, "fps").with(
            \.help, "Frames per second to write, or at most to send. Default: those of the input."),
        .flag(
            "calibrate", \.calibrates, nil,
            "Whether the face and the place of the head in the first second are neutral for what is sent."
        ).with(
            \.help,
            "Take the face and the place of the head in the first second as neutral, and send no face until then."),
        TaskOption(
            "smooth",
            """
            The smoothing: auto (Butterworth forwards and backwards, 6 Hz for bodies, 8 Hz for hands, 10 Hz for faces), a \
            frequency for all, one-euro, median, or none.
            """, .numberOr(Smoothing.words, 0.001...1000), nil, get: { $0.smooth.value },
            set: { if let smooth = Smoothing($1) { $0.smooth = smooth } }
        ).with(\.placeholder, "filter").with(\.choiceType, "CaptureChoices.Smoothing").with(
            \.help,
            """
            Smoothing. auto: a Butterworth filter forwards and backwards, 6 Hz for bodies, 8 Hz for hands, 10 Hz for \
            faces; a number: the same with this frequency for all; one-euro, median (5 frames), none.
            """),
        TaskOption(
            "maxGap", "The longest gap in a person's points that is bridged, in seconds; 0: none.", .number(seconds),
            nil,
            get: { .number($0.maxGap) }, set: { if case .number(let gap) = $1 { $0.maxGap = gap } }
        ).with(\.placeholder, "seconds").with(\.help, "Longest gap in a person's points to bridge. 0: none."),
        TaskOption(
            "minDuration", "The time in seconds for which people must be seen; by default a third of a second.",
            .number(seconds), nil, get: { .number($0.minDuration) },
            set: { if case .number(let duration) = $1 { $0.minDuration = duration } }
        ).with(\.placeholder, "seconds").with(\.help, "Leave out people who are seen for less. Default: a third."),
        .flag("keepOutliers", \.keepsOutliers, nil, "Whether points that jump away for a moment are kept.")
            .with(\.help, "Keep points that jump away for a moment."),
        .flag(
            "constantBones", \.keepsBoneLengths, nil,
            "Whether the bones of arms and legs get one length for the whole recording."
        ).with(
            \.help, "Give the bones of arms and legs one length for the whole recording. Skeletons have that anyway."),
    ]

    private var staysInPlace: Bool {
        get { !options.motion.movesThroughSpace }
        set { options.motion.movesThroughSpace = !newValue }
    }

    private var freesFeet: Bool {
        get { !options.motion.plantsFeet }
        set { options.motion.plantsFeet = !newValue }
    }
}

extension CaptureChoices.Smoothing {
    /// The words that stand for the filters but a frequency.
    package static let words = ["auto", "none", "one-euro", "median"]

    /// Creates the filter that a value stands for; `nil` if it is none.
    package init?(_ value: OptionValue) {
        switch value {
        case .choice("auto"): self = .auto
        case .choice("none"): self = .none
        case .choice("one-euro"): self = .oneEuro
        case .choice("median"): self = .median
        case .number(let cutoff): self = .cutoff(cutoff)
        case .choice, .count, .flag, .unset: return nil
        }
    }

    /// The value that stands for it.
    package var value: OptionValue {
        switch self {
        case .auto: .choice("auto")
        case .none: .choice("none")
        case .oneEuro: .choice("one-euro")
        case .median: .choice("median")
        case .cutoff(let cutoff): .number(cutoff)
        }
    }

    /// The filter of all parts; `nil` if each has its own.
    fileprivate var filter: SmoothingFilter? {
        switch self {
        case .auto: nil
        case .none: SmoothingFilter.none
        case .oneEuro: .oneEuro(minimumCutoff: 4, speedCoefficient: 1.5)
        case .median: .median(frames: 5)
        case .cutoff(let cutoff): .butterworth(cutoff: cutoff)
        }
    }
}
