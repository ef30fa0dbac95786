// SPDX-License-Identifier: Apache-2.0

/// The test images and clips that are derived from scikit-image's photo `camera`: a man behind a camera on a tripod,
/// from the side and down to his knees.
public struct DerivedCameraImages: Sendable {
    /// The photo, 512 x 512 pixels, in gray.
    public let photo: DerivedPixels

    /// Creates the collection.
    public init(photo: DerivedPixels) {
        precondition(photo.width == 512 && photo.height == 512, "the photo has 512 x 512 pixels")
        self.photo = photo
    }

    /// The names of the images.
    public static let names = [
        "camera", "camera-mirrored", "camera-turned-90", "camera-turned-180", "camera-turned-270", "camera-scaled-110",
        "camera-scaled-200", "camera-scaled-1024", "camera-stretched", "camera-man", "camera-torso",
        "camera-torso-turned-90", "camera-head", "camera-no-head", "camera-back", "camera-tilted-45",
        "camera-tilted-minus-30", "camera-in-a-corner", "camera-blurred-4", "camera-dark", "camera-pale", "camera-pair",
        "camera-empty",
    ]

    /// The names of the clips.
    public static let clipNames = ["camera-panning", "camera-zooming", "camera-passing"]

    /// Returns the image of a name.
    public func image(_ name: String) -> DerivedImages.Image { DerivedImages.Image(name: name, pixels: pixels(name)) }

    private func pixels(_ name: String) -> DerivedPixels {
        switch name {
        case "camera": photo
        case "camera-mirrored": photo.mirrored()
        case "camera-turned-90": photo.turned(90)
        case "camera-turned-180": photo.turned(180)
        case "camera-turned-270": photo.turned(270)
        case "camera-scaled-110": photo.scaled(width: 110, height: 110)
        case "camera-scaled-200": photo.scaled(width: 200, height: 200)
        case "camera-scaled-1024": photo.scaled(width: 1024, height: 1024)
        case "camera-stretched": photo.scaled(width: 400, height: 640)
        case "camera-man": photo.cropped(x: 0, y: 50, width: 335, height: 462)
        case "camera-torso": torso
        case "camera-torso-turned-90": torso.turned(90)
        case "camera-head": photo.cropped(x: 130, y: 40, width: 150, height: 170)
        case "camera-no-head": photo.cropped(x: 0, y: 200, width: 300, height: 312)
        case "camera-back": photo.cropped(x: 0, y: 40, width: 215, height: 472)
        case "camera-tilted-45": tilted(4142)
        case "camera-tilted-minus-30": tilted(-2679)
        case "camera-in-a-corner":
            DerivedImages.drawn(
                width: 960, height: 540, photo, .init(x: 700 * 16 + 5, y: 370 * 16 + 11, scale: 640))
        case "camera-blurred-4": photo.blurred(radius: 4)
        case "camera-dark": photo.toned(1, 4)
        case "camera-pale": photo.toned(1, 2, plus: 100)
        case "camera-pair": pair
        case "camera-empty": photo.cropped(x: 340, y: 0, width: 172, height: 512)
        default: preconditionFailure("there is no derived image \(name)")
        }
    }

    private var torso: DerivedPixels { photo.cropped(x: 60, y: 60, width: 260, height: 260) }

    private func tilted(_ turn: Int) -> DerivedPixels {
        DerivedImages.drawn(width: 560, height: 560, photo, .init(x: 280 * 16, y: 285 * 16, turn: turn))
    }

    /// The man and his mirror image, who point their cameras at each other.
    private var pair: DerivedPixels {
        let man = photo.cropped(x: 0, y: 40, width: 300, height: 472)
        var canvas = DerivedPixels(width: 600, height: 512, red: 96, green: 110, blue: 120)
        canvas.paste(man, x: 0, y: 20)
        canvas.paste(man.mirrored(), x: 300, y: 20)
        return canvas
    }

    /// Returns the clip of a name.
    public func clip(_ name: String) -> DerivedClips.Clip {
        let count = 40
        let side = name == "camera-passing" ? 240 : 320
        let scaled = photo.scaled(width: side, height: side)
        let frames = (0..<count).map { index in
            DerivedImages.drawn(width: 320, height: 256, scaled, placement(name, index, last: count - 1))
        }
        return DerivedClips.Clip(name: name, times: DerivedClips.times(count), frames: frames)
    }

    private func placement(_ name: String, _ index: Int, last: Int) -> DerivedPixels.Placement {
        let swing = DerivedClips.swing(index, last: last)
        switch name {
        case "camera-panning": return .init(x: 160 * 16 + index * 40, y: 159 * 16 - swing)
        case "camera-zooming":
            return .init(
                x: 165 * 16 + 800 * swing / 1000, y: 140 * 16 + 400 * swing / 1000, scale: 800 + 800 * swing / 1000,
                turn: -1300 + 1500 * index / last)
        // In from the left.
        case "camera-passing": return .init(x: 110 * 16 + index * 45, y: 130 * 16 + index * 8)
        default: preconditionFailure("there is no derived clip \(name)")
        }
    }
}
