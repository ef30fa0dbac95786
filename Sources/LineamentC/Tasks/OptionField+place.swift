// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

extension OptionField {
    /// The field of the structure, by its type.
    enum Place {
        case number(WritableKeyPath<LineamentOptions, Float>)
        case whole(WritableKeyPath<LineamentOptions, Int32>)
        case flag(WritableKeyPath<LineamentOptions, Bool>)
    }

    var place: Place {
        switch self {
        // generated: option places
        case .maxCount: .whole(\.max_count)
        case .range: .whole(\.range)
        case .minDetection: .number(\.min_detection_confidence)
        case .minPresence: .number(\.min_presence_confidence)
        case .minTracking: .number(\.min_tracking_confidence)
        case .minSuppression: .number(\.min_suppression_threshold)
        case .smoothing: .whole(\.smoothing)
        case .separation: .whole(\.separation)
        case .maxSearchedPixels: .whole(\.max_searched_pixels)
        case .model: .whole(\.model)
        case .landmarkMode: .whole(\.landmark_mode)
        case .contourMode: .whole(\.contour_mode)
        case .classificationMode: .whole(\.classification_mode)
        case .minFaceSize: .number(\.min_face_size)
        case .blendshapes: .flag(\.blendshapes)
        case .matrices: .flag(\.matrices)
        case .masks: .flag(\.masks)
        case .handRange: .whole(\.hand_range)
        case .minFaceDetection: .number(\.min_face_detection_confidence)
        case .minFaceSuppression: .number(\.min_face_suppression_threshold)
        case .minFacePresence: .number(\.min_face_presence_confidence)
        case .minHandPresence: .number(\.min_hand_presence_confidence)
        case .cameraFov: .number(\.camera_fov)
        case .focalLength: .number(\.focal_length)
        case .meshes: .flag(\.meshes)
        // end of option places
        }
    }
}

extension OptionField.Place {
    /// Whether the field has another value than the zero that `lineament_options_init` gives it without an option.
    func isSet(in options: LineamentOptions) -> Bool {
        switch self {
        case .number(let path): options[keyPath: path] != 0
        case .whole(let path): options[keyPath: path] != 0
        case .flag(let path): options[keyPath: path]
        }
    }

    /// Writes the value of an option with these values. No limit is 0, and a choice is its position.
    func write(_ value: OptionValue, of values: OptionValues, to options: inout LineamentOptions) {
        switch (self, value) {
        case (.number(let path), .number(let number)): options[keyPath: path] = Float(number)
        case (.whole(let path), .count(let count)): options[keyPath: path] = count == .max ? 0 : Int32(clamping: count)
        case (.whole(let path), .choice(let word)):
            if case .choice(let words) = values { options[keyPath: path] = Int32(words.firstIndex(of: word) ?? 0) }
        case (.flag(let path), .flag(let flag)): options[keyPath: path] = flag
        case (.number, _), (.whole, _), (.flag, _): break
        }
    }

    /// Returns the value of an option with these values, as it is written in commands.
    /// - Throws: `LineamentError` with code `invalidArgument` for a choice that there is not, which names the field.
    func text(in options: LineamentOptions, of values: OptionValues, name: String) throws -> String {
        switch (self, values) {
        case (.flag(let path), _): "\(options[keyPath: path])"
        case (.number(let path), _): "\(Double(options[keyPath: path]))"
        case (.whole(let path), .choice(let words)): try choice(Int(options[keyPath: path]), of: words, name)
        case (.whole(let path), .limit) where options[keyPath: path] == 0: "all"
        case (.whole(let path), _): "\(options[keyPath: path])"
        }
    }
}
