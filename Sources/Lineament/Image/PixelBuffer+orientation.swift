// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// Returns an upright copy in the same format; the image itself for `.up`.
    /// - Parameter orientation: The rotation and mirroring that make the image upright.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func upright(from orientation: ImageOrientation) throws -> PixelBuffer {
        guard orientation != .up else { return self }
        return try whole().storedUpright().copyOfPlanes(from: orientation)
    }

    /// Returns an upright image in the same format. Of formats with chroma planes, rotations are applied when the pixels are
    /// read, and only what is mirrored is copied.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func shownUpright(from orientation: ImageOrientation) throws -> PixelBuffer {
        guard format.planeCount > 1, turn == .none else { return try upright(from: orientation) }
        let unmirrored = orientation.isMirrored ? try copyOfPlanes(from: .upMirrored) : self
        let turn = QuarterTurn(orientation.withoutMirroring) ?? .none
        return turn == .none ? unmirrored : try unmirrored.turned(turn)
    }

    /// Returns an image whose planes are stored as they are shown: a copy if it is rotated when it is read.
    package func storedUpright() throws -> PixelBuffer {
        turn == .none ? self : try copyOfPlanes(from: turn.orientation)
    }

    /// Returns a copy of the planes as stored, made upright.
    private func copyOfPlanes(from orientation: ImageOrientation) throws -> PixelBuffer {
        let (storedWidth, storedHeight) = turn.swapsSides ? (height, width) : (width, height)
        let (width, height) = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        let copy = try PixelBuffer(width: width, height: height, format: format) { target in
            var target = target
            withStoredPlanes { planes in
                for (index, plane) in planes.enumerated() {
                    OrientedCopy(
                        plane: plane, pixelSize: format.minimumBytesPerRow(plane: index, width: 1),
                        storedWidth: index == 0 ? storedWidth : (storedWidth + 1) / 2,
                        storedHeight: format.rows(plane: index, height: storedHeight), orientation: orientation
                    ).write(to: target)
                    target += format.byteCount(plane: index, width: width, height: height)
                }
            }
        }
        return PixelBuffer(sharing: copy, colorMatrix: colorMatrix, colorProfile: colorProfile)
    }
}
