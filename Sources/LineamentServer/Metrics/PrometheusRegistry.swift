// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import CoreMetrics
    internal import Synchronization

    /// Collects metrics and writes them in Prometheus' text format, version 0.0.4.
    ///
    /// Counters, meters (as gauges) and timers (as histograms in seconds) are supported; recorders count as gauges.
    final class PrometheusRegistry: MetricsFactory {
        /// The description of a metric.
        struct Description: Sendable {
            enum Kind: String { case counter, gauge, histogram }
            let kind: Kind
            let help: String
        }

        private struct Key: Hashable, Comparable {
            let name: String
            let labels: String

            static func < (one: Key, other: Key) -> Bool { (one.name, one.labels) < (other.name, other.labels) }
        }

        private let descriptions: [String: Description]
        private let series = Mutex<[Key: PrometheusSeries]>([:])

        /// Creates a registry for metrics of known names.
        init(_ descriptions: [String: Description]) { self.descriptions = descriptions }

        private func series(_ label: String, _ dimensions: [(String, String)]) -> PrometheusSeries {
            let labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            let key = Key(name: label, labels: labels)
            return series.withLock { series in
                if let known = series[key] { return known }
                let made = PrometheusSeries()
                series[key] = made
                return made
            }
        }

        private static func escaped(_ value: String) -> String {
            value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }

        /// The text that Prometheus reads.
        var text: String {
            let sorted = series.withLock { $0.sorted { $0.key < $1.key } }
            var text = ""
            var lastName: String?
            for (key, series) in sorted {
                guard let description = descriptions[key.name] else { continue }
                if key.name != lastName {
                    text += "# HELP \(key.name) \(description.help)\n# TYPE \(key.name) \(description.kind.rawValue)\n"
                    lastName = key.name
                }
                text += series.lines(name: key.name, labels: key.labels, isHistogram: description.kind == .histogram)
            }
            return text
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            series(label, dimensions)
        }
        func makeFloatingPointCounter(
            label: String, dimensions: [(String, String)]
        ) -> any FloatingPointCounterHandler {
            series(label, dimensions)
        }
        func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { series(label, dimensions) }
        func makeRecorder(
            label: String, dimensions: [(String, String)], aggregate _: Bool
        ) -> any RecorderHandler {
            series(label, dimensions)
        }
        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { series(label, dimensions) }

        // The names and labels of this program are few and stay.
        func destroyCounter(_: any CounterHandler) {}
        func destroyMeter(_: any MeterHandler) {}
        func destroyFloatingPointCounter(_: any FloatingPointCounterHandler) {}
        func destroyRecorder(_: any RecorderHandler) {}
        func destroyTimer(_: any TimerHandler) {}
    }

    /// The values of one metric with one set of labels.
    final class PrometheusSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
        TimerHandler
    {
        /// The upper limits of a histogram, in seconds.
        private static let limits = [
            0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ]

        private struct Values {
            /// The value, or the sum of a histogram.
            var value = 0.0
            var count = 0
            var buckets = [Int](repeating: 0, count: limits.count)
        }

        private let values = Mutex(Values())

        func increment(by amount: Int64) { increment(by: Double(amount)) }
        func increment(by amount: Double) { values.withLock { $0.value += amount } }
        func decrement(by amount: Double) { increment(by: -amount) }
        func set(_ value: Int64) { set(Double(value)) }
        func set(_ value: Double) { values.withLock { $0.value = value } }
        func record(_ value: Int64) { set(Double(value)) }
        func record(_ value: Double) { set(value) }
        func reset() { values.withLock { $0 = Values() } }

        func recordNanoseconds(_ duration: Int64) {
            let seconds = Double(duration) / 1e9
            values.withLock { values in
                values.value += seconds
                values.count += 1
                for (index, limit) in Self.limits.enumerated() where seconds <= limit { values.buckets[index] += 1 }
            }
        }

        fileprivate func lines(name: String, labels: String, isHistogram: Bool) -> String {
            let values = values.withLock { $0 }
            let braces = labels.isEmpty ? "" : "{\(labels)}"
            guard isHistogram else { return "\(name)\(braces) \(Self.number(values.value))\n" }
            let separator = labels.isEmpty ? "" : ","
            var text = ""
            for (limit, count) in zip(Self.limits, values.buckets) {
                text += "\(name)_bucket{\(labels)\(separator)le=\"\(Self.number(limit))\"} \(count)\n"
            }
            text += "\(name)_bucket{\(labels)\(separator)le=\"+Inf\"} \(values.count)\n"
            return text + "\(name)_sum\(braces) \(values.value)\n\(name)_count\(braces) \(values.count)\n"
        }

        private static func number(_ value: Double) -> String {
            value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        }
    }
#endif
