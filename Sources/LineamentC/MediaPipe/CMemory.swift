// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Foundation
internal import Lineament

/// Memory of results, which is released by the functions that close them.
enum CMemory {
    /// Returns an array with `make` of each element, and its length; NULL if there are none.
    static func array<Element, CElement>(
        _ elements: [Element], _ make: (Element) -> CElement
    ) -> (UnsafeMutablePointer<CElement>?, UInt32) {
        guard !elements.isEmpty else { return (nil, 0) }
        let memory = UnsafeMutablePointer<CElement>.allocate(capacity: elements.count)
        for (index, element) in elements.enumerated() { (memory + index).initialize(to: make(element)) }
        return (memory, UInt32(elements.count))
    }

    /// Releases an array after `close` has released what each element holds.
    static func release<CElement>(
        _ array: UnsafeMutablePointer<CElement>?, _ count: UInt32, _ close: (CElement) -> Void = { _ in }
    ) {
        guard let array else { return }
        for index in 0..<Int(count) { close(array[index]) }
        array.deinitialize(count: Int(count))
        array.deallocate()
    }
}

extension MpCategory {
    /// The empty string that MediaPipe uses for a missing name.
    // Sound: the string is never changed or freed.
    nonisolated(unsafe) private static let noName = UnsafePointer(strdup(""))

    /// A category whose name need not be released.
    init(index: Int, score: Float, name: UnsafePointer<CChar>? = nil) {
        self.init(index: Int32(index), score: score, category_name: name ?? Self.noName, display_name: Self.noName)
    }
}

extension MpLandmarks {
    init(_ landmarks: some RandomAccessCollection<NormalizedLandmark>) {
        let (memory, count) = CMemory.array(Array(landmarks)) {
            MpLandmark(x: $0.x, y: $0.y, z: $0.z, visibility: $0.visibilityValue, presence: $0.presenceValue)
        }
        self.init(landmarks: memory, landmarks_count: count)
    }

    init(_ landmarks: some RandomAccessCollection<Landmark>) {
        let (memory, count) = CMemory.array(Array(landmarks)) {
            MpLandmark(x: $0.x, y: $0.y, z: $0.z, visibility: $0.visibilityValue, presence: $0.presenceValue)
        }
        self.init(landmarks: memory, landmarks_count: count)
    }

    func close() { CMemory.release(landmarks, landmarks_count) }
}

extension MpLandmark {
    fileprivate init(x: Float, y: Float, z: Float, visibility: Float?, presence: Float?) {
        self.init(
            x: x, y: y, z: z, has_visibility: visibility != nil, visibility: visibility ?? 0,
            has_presence: presence != nil, presence: presence ?? 0, name: nil)
    }
}
