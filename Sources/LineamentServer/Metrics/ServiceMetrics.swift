// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Lineament

    /// The metrics of the service. Their labels take few values, none of which a client chooses.
    struct ServiceMetrics: Sendable {
        /// The outcome of a frame.
        enum Outcome: String, CaseIterable { case answered, replaced, failed }

        /// Why a request was turned away.
        enum Rejection: String, CaseIterable { case queue, memory, sessions, videos, timeout, stopping }

        private let registry = PrometheusRegistry([
            "lineament_requests_total": .init(kind: .counter, help: "Answered requests."),
            "lineament_request_duration_seconds": .init(
                kind: .histogram, help: "Time from the head of a request to its answer."),
            "lineament_stage_duration_seconds": .init(kind: .histogram, help: "Time of a step of an image or frame."),
            "lineament_queue_depth": .init(kind: .gauge, help: "Images and frames that wait."),
            "lineament_in_flight": .init(kind: .gauge, help: "Images and frames that are worked on."),
            "lineament_sessions": .init(kind: .gauge, help: "Open live sessions."),
            "lineament_rejected_total": .init(kind: .counter, help: "Requests that were turned away with 503."),
            "lineament_frames_total": .init(kind: .counter, help: "Frames of videos and live sessions."),
            "lineament_decoded_pixels_total": .init(kind: .counter, help: "Pixels of decoded images."),
            "lineament_build_info": .init(kind: .gauge, help: "The version of the program."),
            "process_cpu_seconds_total": .init(kind: .counter, help: "User and system time of the process."),
            "process_resident_memory_bytes": .init(kind: .gauge, help: "Resident memory of the process."),
            "process_open_fds": .init(kind: .gauge, help: "Open file descriptors of the process."),
            "process_start_time_seconds": .init(kind: .gauge, help: "Start of the process, since 1970."),
        ])
        private let start = Date()

        /// Creates the metrics whose labels are known, with the value 0.
        init() {
            decoded(pixels: 0)
            for reason in Rejection.allCases { reject(reason, count: 0) }
            for action in ServiceAction.allCases {
                for outcome in Outcome.allCases { frames(action, outcome, count: 0) }
            }
        }

        func request(_ action: ServiceAction, status: Int, duration: Duration) {
            registry.count("lineament_requests_total", ["task": action.name, "status": "\(status)"], by: 1)
            registry.observe("lineament_request_duration_seconds", ["task": action.name], duration)
        }

        func stages(_ action: ServiceAction, _ times: [(name: String, duration: Duration)]) {
            for (name, duration) in times {
                registry.observe("lineament_stage_duration_seconds", ["task": action.name, "stage": name], duration)
            }
        }

        func frames(_ action: ServiceAction, _ outcome: Outcome, count: Int = 1) {
            registry.count("lineament_frames_total", ["task": action.name, "outcome": outcome.rawValue], by: count)
        }

        func reject(_ reason: Rejection, count: Int = 1) {
            registry.count("lineament_rejected_total", ["reason": reason.rawValue], by: count)
        }

        func decoded(pixels: Int) { registry.count("lineament_decoded_pixels_total", [:], by: pixels) }

        /// Returns the text that Prometheus reads, with the present state.
        func text(version: String, depth: Int, inFlight: Int, sessions: Int) -> String {
            registry.set("lineament_queue_depth", [:], to: Double(depth))
            registry.set("lineament_in_flight", [:], to: Double(inFlight))
            registry.set("lineament_sessions", [:], to: Double(sessions))
            registry.set("lineament_build_info", ["version": version], to: 1)
            registry.set("process_cpu_seconds_total", [:], to: ProcessState.cpuSeconds)
            registry.set("process_resident_memory_bytes", [:], to: Double(ProcessState.residentBytes))
            registry.set("process_open_fds", [:], to: Double(ProcessState.descriptors))
            registry.set("process_start_time_seconds", [:], to: start.timeIntervalSince1970)
            return registry.text
        }
    }

    /// The system's figures for this process; 0 if unknown.
    private enum ProcessState {
        #if canImport(Glibc)
            private static let ownUsage = RUSAGE_SELF.rawValue
        #else
            private static let ownUsage = RUSAGE_SELF
        #endif

        static var cpuSeconds: Double {
            var usage = rusage()
            guard getrusage(Self.ownUsage, &usage) == 0 else { return 0 }
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            return seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }

        static var residentBytes: Int {
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }

        static var descriptors: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        }
    }
#endif
