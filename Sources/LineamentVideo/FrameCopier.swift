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
    ///   - drawing: The frame as players show it, with what was drawn over it.
    ///   - frame: The frame.
    ///   - shown: The frame as players show it, in RGB if it is at hand.
    ///   - covered: Pixels of which nothing is kept, even where the drawing equals the frame.
    func copy(
        of drawing: PixelBuffer, over frame: VideoFrame, _ shown: PixelBuffer, covered: Mask?
    ) throws -> DecodedFrame {
        guard shown.width == drawing.width, shown.height == drawing.height, let planes = try planes(of: frame) else {
            return try converter.encoded(planes: drawing.convertedToRGB(), form, matrix: form.shownMatrix)
        }
        let new = try drawing.convertedToRGB()
        let changed = try ChangedPixels(shown.convertedToRGB(), new, covered: covered)
        guard !changed.isEmpty else { return planes }
        try replace(changed, in: planes, by: new)
        return planes
    }

    /// Returns the planes of a frame in the form of the copy; `nil` if it has none of its own.
    private func planes(of frame: VideoFrame) throws -> DecodedFrame? {
        if let stored = try frame.storedPlanes() {
            return try converter.encoded(stored, isFullRange: frame.isFullRange, form)
        }
        guard frame.hasOwnPlanes else { return nil }
        return try converter.encoded(frame.pixels, form)
    }

    /// Replaces the samples of the pixels that were changed.
    private func replace(_ changed: ChangedPixels, in planes: DecodedFrame, by image: PixelBuffer) throws {
        let isScaled = image.width & ~1 != Int(form.width) || image.height & ~1 != Int(form.height)
        // Rows beside those that were changed have a part in their color.
        let band =
            isScaled
            ? nil : max(0, changed.rows.lowerBound - 16) & ~15..<min(Int(form.height), changed.rows.upperBound + 16)
        if let band, band.isEmpty { return }
        let new = try converter.encoded(planes: image, form, matrix: form.shownMatrix, rows: band)
        let scaling =
            isScaled
            ? (x: Double(image.width) / Double(form.width), y: Double(image.height) / Double(form.height)) : (1, 1)
        // The rows are valid as long as their frames are.
        withExtendedLifetime((new, planes)) {
            for plane in 0..<3 {
                let shift = plane == 0 ? .none : form.planes.chromaShift
                let size = form.planes.size(plane: plane, width: Int(form.width), height: Int(form.height))
                replace(
                    changed, of: SampleGrid(size, chromaShift: shift, scaling: scaling),
                    in: planes.rows(ofPlane: plane), by: new.rows(ofPlane: plane),
                    beginningAt: (band?.lowerBound ?? 0) >> shift.y)
            }
        }
    }

    private func replace(
        _ changed: ChangedPixels, of grid: SampleGrid, in old: DecodedFrame.Rows, by new: DecodedFrame.Rows,
        beginningAt firstRow: Int
    ) {
        guard let source = new.start, let target = old.start else { return }
        let length = form.planes.bytesPerSample
        changed.forEachRun(of: grid) { row, columns in
            (target + row * old.bytesPerRow + columns.lowerBound * length).copyMemory(
                from: source + (row - firstRow) * new.bytesPerRow + columns.lowerBound * length,
                byteCount: columns.count * length)
        }
    }
}
