// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Synchronization

    /// Collects metrics and writes them in Prometheus' text format, version 0.0.4.
    final class PrometheusRegistry: Sendable {
        /// The description of a metric.
        struct Description: Sendable {
            enum Kind: String { case counter, gauge, histogram }
            let kind: Kind
            let help: String
        }

        /// The labels of a series, with their values.
        typealias Labels = KeyValuePairs<String, String>

        private struct Key: Hashable, Comparable {
            let name: String
            let labels: String

            static func < (one: Key, other: Key) -> Bool { (one.name, one.labels) < (other.name, other.labels) }
        }

        private let descriptions: [String: Description]
        private let series = Mutex<[Key: PrometheusSeries]>([:])

        /// Creates a registry for metrics of known names.
        init(_ descriptions: [String: Description]) { self.descriptions = descriptions }

        /// Adds to a counter.
        func count(_ name: String, _ labels: Labels, by amount: Int) {
            change(name, labels) { $0.value += Double(amount) }
        }

        /// Sets a gauge.
        func set(_ name: String, _ labels: Labels, to value: Double) { change(name, labels) { $0.value = value } }

        /// Adds a time to a histogram.
        func observe(_ name: String, _ labels: Labels, _ duration: Duration) {
            change(name, labels) { $0.observe(duration / .seconds(1)) }
        }

        private func change(_ name: String, _ labels: Labels, _ change: (inout PrometheusSeries) -> Void) {
            let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            series.withLock { change(&$0[Key(name: name, labels: labels), default: PrometheusSeries()]) }
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
    }

    /// The values of one metric with one set of labels.
    private struct PrometheusSeries {
        /// The upper limits of a histogram, in seconds.
        private static let limits = [
            0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ]

        /// The value, or the sum of a histogram.
        var value = 0.0
        private var count = 0
        private var buckets = [Int](repeating: 0, count: limits.count)

        mutating func observe(_ seconds: Double) {
            value += seconds
            count += 1
            for (index, limit) in Self.limits.enumerated() where seconds <= limit { buckets[index] += 1 }
        }

        func lines(name: String, labels: String, isHistogram: Bool) -> String {
            let braces = labels.isEmpty ? "" : "{\(labels)}"
            guard isHistogram else { return "\(name)\(braces) \(Self.number(value))\n" }
            let separator = labels.isEmpty ? "" : ","
            var text = ""
            for (limit, count) in zip(Self.limits, buckets) {
                text += "\(name)_bucket{\(labels)\(separator)le=\"\(Self.number(limit))\"} \(count)\n"
            }
            text += "\(name)_bucket{\(labels)\(separator)le=\"+Inf\"} \(count)\n"
            return text + "\(name)_sum\(braces) \(value)\n\(name)_count\(braces) \(count)\n"
        }

        private static func number(_ value: Double) -> String {
            value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        }
    }
#endif
