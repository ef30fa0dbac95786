// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// Makes the frames of a copy: the decoder's own planes, but for what was drawn.
struct FrameCopier {
    private let ffmpeg: LineamentFFmpeg
    private let form: EncodedForm
    private let converter: FrameConverter

    init(_ form: EncodedForm, _ ffmpeg: LineamentFFmpeg) {
        self.form = form
        self.ffmpeg = ffmpeg
        converter = FrameConverter(ffmpeg)
    }

    /// Returns the frame of the copy.
    /// - Parameters:
    ///   - changes: The drawing over the frame as players show it.
    ///   - frame: The frame.
    func copy(of changes: DrawnChanges, over frame: VideoFrame) throws -> DecodedFrame {
        switch changes {
        case .all(let drawing): return try encoded(drawing.convertedToRGB())
        case .parts(let parts):
            guard let planes = try planes(of: frame) else {
                return try encoded(DrawnPart(parts, over: frame.shown).pixels)
            }
            guard !parts.isEmpty else { return planes }
            let isScaled = frame.shown.width & ~1 != Int(form.width) || frame.shown.height & ~1 != Int(form.height)
            if isScaled {
                try scale(DrawnPart(parts, over: frame.shown), into: planes)
            } else {
                for part in parts { try replace(part, in: planes) }
            }
            return planes
        }
    }

    private func encoded(_ drawing: PixelBuffer) throws -> DecodedFrame {
        try converter.encoded(planes: drawing, form, matrix: form.shownMatrix)
    }

    /// Returns the planes of a frame in the form of the copy; `nil` if it has none of its own.
    private func planes(of frame: VideoFrame) throws -> DecodedFrame? {
        if let stored = try frame.storedPlanes() {
            return try converter.encoded(stored, isFullRange: frame.isFullRange, form)
        }
        guard frame.hasOwnPlanes else { return nil }
        return try converter.encoded(frame.pixels, form)
    }

    /// Replaces the samples of the pixels that were changed in a part of the frame.
    private func replace(_ part: DrawnPart, in planes: DecodedFrame) throws {
        // The last column and row of an odd size are dropped.
        let (width, height) = (
            min(part.pixels.width, Int(form.width) - part.column), min(part.pixels.height, Int(form.height) - part.row)
        )
        guard width > 0, height > 0 else { return }
        let new = try converter.encoded(
            planes: part.pixels, form, matrix: form.shownMatrix, part: (Int32(width), Int32(height)))
        replace(
            part.changed, in: planes, from: (part.column, part.row), by: new, width: width, height: height,
            scaling: (1, 1))
    }

    /// Replaces the samples of the pixels that were changed in a frame of another size than the copy.
    private func scale(_ whole: DrawnPart, into planes: DecodedFrame) throws {
        let scaling = (
            x: Double(whole.pixels.width) / Double(form.width), y: Double(whole.pixels.height) / Double(form.height)
        )
        replace(
            whole.changed, in: planes, from: (0, 0), by: try encoded(whole.pixels), width: Int(form.width),
            height: Int(form.height), scaling: scaling)
    }

    private func replace(
        _ changed: ChangedPixels, in planes: DecodedFrame, from corner: (column: Int, row: Int), by new: DecodedFrame,
        width: Int, height: Int, scaling: (x: Double, y: Double)
    ) {
        let length = form.planes.bytesPerSample
        // The rows are valid as long as their frames are.
        withExtendedLifetime((new, planes)) {
            for plane in 0..<3 {
                let shift = plane == 0 ? .none : form.planes.chromaShift
                let grid = SampleGrid(
                    form.planes.size(plane: plane, width: width, height: height), chromaShift: shift, scaling: scaling)
                let (old, new) = (planes.rows(ofPlane: plane), new.rows(ofPlane: plane))
                guard let source = new.start, let target = old.start else { continue }
                changed.forEachRun(of: grid) { row, columns in
                    let place = (row + corner.row >> shift.y) * old.bytesPerRow
                    (target + place + (columns.lowerBound + corner.column >> shift.x) * length).copyMemory(
                        from: source + row * new.bytesPerRow + columns.lowerBound * length,
                        byteCount: columns.count * length)
                }
            }
        }
    }
}
