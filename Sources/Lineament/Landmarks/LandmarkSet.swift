/// Landmarks of one face or body: x and y in fractions of the image, z on the scale of x.
typealias LandmarkSet = [SIMD3<Float>]
