/// Where a face is placed in a picture of its own.
public enum CropTemplate: Sendable, Hashable {
    /// The alignment of ArcFace, for networks that recognize faces: five points at fixed places in 112 × 112 pixels. Side:
    /// 112 or a multiple of it; multiples of 128 have the same points in the middle 7/8 of the width, as insightface has it.
    case arcface(side: Int)
    /// The alignment of the FFHQ dataset, for networks that generate faces. Padded by reflection.
    case ffhq(side: Int)
    /// A square around all landmarks, upright by the eyes, larger by a margin on each side, in sides of the square. Side:
    /// `nil` for that of the face in the image.
    case square(side: Int?, margin: Double)
    /// A passport photo after ICAO 9303: 35 to 45, the head 75 % of the height and the eyes 60 % of the height from the
    /// bottom. The crown is no landmark: its place is an estimate, 1.6 times the distance from chin to glabella above the
    /// chin.
    case passport(height: Int)
}
