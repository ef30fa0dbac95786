#if Server
    internal import LineamentImages

    /// What all requests share.
    struct Service: Sendable {
        let options: ServerOptions
        let models = ModelCache()
        let queue: WorkQueue
        let memory: UploadBudget
        let sessions: Places
        let videos: Places
        let readiness = Readiness()
        let metrics = ServiceMetrics()

        init(_ options: ServerOptions) {
            self.options = options
            queue = WorkQueue(jobs: options.jobs, maxWaiting: options.maxWaiting)
            memory = UploadBudget(limit: options.maxMemory)
            sessions = Places(options.maxSessions)
            videos = Places(options.maxVideos)
        }

        /// The decoder of images, with the limits of the service.
        var decoder: ImageDecoder {
            var decoder = ImageDecoder()
            decoder.maxPixels = options.maxPixels
            decoder.maxBytes = options.maxBody
            return decoder
        }
    }
#endif
