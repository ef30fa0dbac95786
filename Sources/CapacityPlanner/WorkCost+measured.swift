// SPDX-License-Identifier: Apache-2.0

extension WorkCost {
    /// The costs in docs/scale.md, measured on two cores of an AMD EPYC with the command's defaults (`Benchmarks/scale.py batch`).
    ///
    /// `face-landmarker-one` is face-landmarker with the range short and one face. Images of 0.3 (vga), 2 and 12 megapixels and
    /// video of 1280×720 show one person each.
    package static let measured = [
        images("face-detector 2mp", 25.32, memory: 76, more: 20),
        video("face-detector 720p", 11.05, memory: 94, more: 45),
        images("face-landmarker-one vga", 7.73, memory: 53, more: 23),
        images("face-landmarker-one 2mp", 11.21, memory: 59, more: 69),
        images("face-landmarker-one 12mp", 34.3, memory: 90, more: 56),
        video("face-landmarker-one 720p", 8.02, memory: 99, more: 44),
        images("face-landmarker vga", 18.01, memory: 67, more: 30),
        images("face-landmarker 2mp", 30.29, memory: 84, more: 53),
        images("face-landmarker 12mp", 125.37, memory: 146, more: 98),
        video("face-landmarker 720p", 9.66, memory: 110, more: 49),
        images("pose-landmarker vga", 52.38, memory: 98, more: 54),
        images("pose-landmarker 2mp", 64.79, memory: 119, more: 84),
        images("pose-landmarker 12mp", 146.26, memory: 160, more: 116),
        video("pose-landmarker 720p", 23.81, memory: 146, more: 84),
        images("hand-landmarker 2mp", 80.83, memory: 154, more: 115),
        video("hand-landmarker 720p", 21.49, memory: 182, more: 113),
        images("holistic-landmarker 2mp", 84.22, memory: 164, more: 90),
        video("holistic-landmarker 720p", 40.93, memory: 193, more: 101),
    ]

    /// Finds a measured cost by its name.
    package static func measured(named name: String) -> WorkCost? { measured.first { $0.name == name } }

    private static func images(_ name: String, _ coreMilliseconds: Double, memory: Double, more: Double) -> WorkCost {
        WorkCost(
            name: name, coreMilliseconds: coreMilliseconds, framesPerSecond: nil, speedAlone: 1,
            memory: Memory(withOneCore: memory, forEachFurtherCore: more))
    }

    private static func video(_ name: String, _ coreMilliseconds: Double, memory: Double, more: Double) -> WorkCost {
        WorkCost(
            name: name, coreMilliseconds: coreMilliseconds, framesPerSecond: 25, speedAlone: 1,
            memory: Memory(withOneCore: memory, forEachFurtherCore: more))
    }
}
