/// Whether the work of the current thread shares the cores with other work.
package enum CoreSharing {
    /// If true, an image is processed on one thread, which gives the highest throughput while other images are being
    /// processed. The results do not depend on it.
    @TaskLocal package static var isActive = false
}
