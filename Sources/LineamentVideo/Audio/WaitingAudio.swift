// SPDX-License-Identifier: Apache-2.0
extension VideoReader {
    /// The treatment of audio that is read before a ``VideoWriter`` copies it.
    public enum WaitingAudio: Sendable, Hashable {
        /// It is dropped, as no writer will copy it. Creating one that should throws.
        case dropped
        /// Up to 4 MiB wait in memory: minutes of compressed audio. If more arrives, all of it is dropped, and creating a
        /// writer that should copy it throws.
        case limited
        /// All of it waits: up to 4 MiB in memory, and more in a temporary file.
        case kept
    }
}
