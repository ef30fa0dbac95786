// SPDX-License-Identifier: Apache-2.0

/// The results of MediaPipe 1.2.3 for the sample photo.
enum SampleReference {
    static let score: Double = 0.921739
    static let keypoints: [(x: Double, y: Double)] = [
        (0.393546, 0.20488), (0.480167, 0.21308), (0.430526, 0.248558), (0.429336, 0.290259), (0.348026, 0.226014),
        (0.531631, 0.241926),
    ]
    static let landmarks: [Int: (x: Double, y: Double)] = [
        0: (0.436353, 0.27465),
        1: (0.436581, 0.255967),
        10: (0.441471, 0.141089),
        33: (0.38141, 0.19644),
        61: (0.395071, 0.271819),
        133: (0.417171, 0.20239),
        152: (0.432483, 0.346522),
        234: (0.353271, 0.214606),
        263: (0.498662, 0.202712),
        291: (0.47752, 0.274521),
        362: (0.46173, 0.204915),
        454: (0.526871, 0.223524),
        468: (0.397393, 0.197509),
        473: (0.480519, 0.202194),
        477: (0.4801, 0.209393),
    ]
    static let blendshapes: [String: Double] = [
        "browDownLeft": 0.028143,
        "eyeBlinkLeft": 0.040226,
        "eyeBlinkRight": 0.026722,
        "jawOpen": 0.012759,
        "mouthSmileLeft": 0.899167,
        "mouthSmileRight": 0.904285,
        "mouthUpperUpLeft": 0.468051,
        "mouthUpperUpRight": 0.474132,
    ]
    static let matrix: [Double] = [
        0.998077, 0.061803, -0.004813, -5.012671,
        -0.060957, 0.964366, -0.257455, 22.733837,
        -0.01127, 0.257253, 0.966279, -70.0467,
        0.0, 0.0, 0.0, 1.0,
    ]
}
