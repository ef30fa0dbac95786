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

    /// Reads the value of an option with these values.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the field and its range.
    func read(_ options: LineamentOptions, _ values: OptionValues, name: String) throws -> OptionValue {
        switch self {
        case .flag(let path): return .flag(options[keyPath: path])
        case .number(let path):
            let number = options[keyPath: path]
            guard case .number(let range) = values, range.contains(Double(number)) else {
                throw LineamentError(.invalidArgument, "\(name) must be \(values.rangeText), not \(number).")
            }
            return .number(Double(number))
        case .whole(let path): return try Self.whole(Int(options[keyPath: path]), values, name)
        }
    }

    private static func whole(_ number: Int, _ values: OptionValues, _ name: String) throws -> OptionValue {
        switch values {
        case .choice(let words):
            return .choice(try choice(number, of: words, name))
        case .count(let range):
            guard range.contains(number) else {
                throw LineamentError(
                    .invalidArgument,
                    "\(name) must be \(range.lowerBound) to \(range.upperBound), not \(number).")
            }
            return .count(number)
        case .limit, .number, .flag, .list, .color, .numbers, .numberOr, .areas:
            guard number >= 0 else {
                throw LineamentError(
                    .invalidArgument, "\(name) must be at least 1, or 0 for no limit, not \(number).")
            }
            return .count(number == 0 ? .max : number)
        }
    }
}
