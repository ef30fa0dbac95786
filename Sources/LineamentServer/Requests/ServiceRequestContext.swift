// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Hummingbird
    internal import NIOCore

    /// The state of one request: beside Hummingbird's own parts, its connection.
    struct ServiceRequestContext: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            channel = source.channel
        }
    }
#endif
