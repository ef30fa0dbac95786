extension FaceDetector {
    /// Runs each model once.
    package func runModelsOnce() throws { _ = try faces(in: .gray()) }
}
