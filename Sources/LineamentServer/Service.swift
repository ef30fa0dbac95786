// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Lineament
    internal import LineamentImages

    /// The state that all requests share.
    struct Service: Sendable {
        let options: ServerOptions
        let models: ModelCache
        let queue: WorkQueue
        let memory: UploadBudget
        let decodedMemory: DecodedMemoryBudget
        /// The memory for the frames of videos that wait for what follows.
        let waitingFrames: MemoryBudget
        let sessions: Places
        let videos: Places
        let sendPermission: SendPermission
        let readiness = Readiness()
        let metrics = ServiceMetrics()

        init(_ options: ServerOptions) {
            self.options = options
            models = ModelCache(gpu: options.gpu)
            queue = WorkQueue(jobs: options.jobs, maxWaiting: options.maxWaiting)
            memory = UploadBudget(limit: options.maxMemory)
            decodedMemory = DecodedMemoryBudget(limit: options.maxMemory)
            waitingFrames = MemoryBudget(limit: options.maxMemory / 8)
            sessions = Places(options.maxSessions)
            videos = Places(options.maxVideos)
            sendPermission = SendPermission(options.sendTargets)
        }

        /// Calls `body` with a decoder that has the limits of the service and waits until there is room for an image,
        /// which counts as used until `body` returns.
        func withDecoder<Output>(_ body: (ImageDecoder) throws -> Output) throws -> Output {
            let reservation = decodedMemory.reservation()
            defer { reservation.release() }
            var decoder = ImageDecoder()
            decoder.maxPixels = options.maxPixels
            decoder.maxBytes = options.maxBody
            decoder.acceptsJPEGXL = false
            decoder.willDecode = { try reservation.wait(for: $0) }
            return try body(decoder)
        }
    }
#endif
