// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension TaskKind {
    /// The name in types, such as `FaceDetector`.
    var typeName: String {
        rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension OptionField {
    /// The options that this field holds, by task.
    var users: [(task: TaskKind, option: OptionDescription)] {
        TaskKind.allCases.flatMap { task in task.options.filter { $0.field == self }.map { (task, $0) } }
    }

    /// The type of the field in C and in Python, and its case of `OptionField.Place`.
    var type: (c: String, python: String, place: String) {
        switch users.first?.option.values {
        case .number: ("float", "c_float", "number")
        case .flag: ("bool", "c_bool", "flag")
        case .limit, .count, .choice, .list, .color, .numbers, .numberOr, .areas, nil: ("int32_t", "c_int32", "whole")
        }
    }

    /// The name of a type of C's choices, such as `Range` of `LineamentRange`.
    var choiceName: String? {
        switch self {
        case .range: "Range"
        case .handRange: "HandRange"
        case .smoothing: "Smoothing"
        case .separation: "Separation"
        case .model: "PoseModel"
        case .landmarkMode, .contourMode, .classificationMode: "Mode"
        case .maxCount, .minDetection, .minPresence, .minTracking, .minSuppression, .maxSearchedPixels, .minFaceSize,
            .blendshapes, .matrices, .masks, .minFaceDetection, .minFaceSuppression, .minFacePresence, .minHandPresence,
            .cameraFov, .focalLength, .meshes:
            nil
        }
    }
}

extension ResultArray {
    /// The values that this array holds, by task.
    var users: [(task: TaskKind, value: ValueDescription)] {
        TaskKind.allCases.flatMap { task in task.values.filter { $0.array == self }.map { (task, $0) } }
    }
}
