// SPDX-License-Identifier: Apache-2.0

extension RecordedPerson {
    /// The memory that the values take, in bytes.
    var byteCount: Int {
        let points = parts.reduce(0) { $0 + $1.points.byteCount }
        return [blendshapes, head].reduce(points) { $0 + ($1?.byteCount ?? 0) }
    }
}

extension PointSeries {
    fileprivate var byteCount: Int {
        MemoryLayout<Float>.stride * (image.count + world.count + visibility.count) + knowledge.count
    }
}

extension ValueSeries {
    fileprivate var byteCount: Int { MemoryLayout<Float>.stride * values.count + knowledge.count }
}
