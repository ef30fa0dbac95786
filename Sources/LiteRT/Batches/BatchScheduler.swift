// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking

/// Gathers the inferences of many callers into batches, which run one after another.
///
/// A caller takes a place in the batch that gathers, fills its part of the batch's memory, and waits. A batch runs as soon as
/// no other is running and all who took a place in it have filled theirs: a caller that is alone runs at once. While a batch
/// runs, the next one gathers. It takes no more callers when it is full, or ``patience`` after the first one was ready, so
/// that no caller waits for a succession of new ones. The last caller to be ready runs the batch on its own thread.
///
/// A caller whose ``WaitLimit`` ends leaves the queue, or its batch, unless it is the one to run it. A batch that fails
/// runs again in halves, so that a lack of memory costs time, and an error is that of one caller.
final class BatchScheduler: Sendable {
    /// How long a batch takes further callers after the first one is ready, in nanoseconds.
    static let patience: UInt64 = 1_000_000
    /// The most batches: one that runs, one that gathers, and one whose results are being read.
    static let maxBatches = 3
    /// How many batches have to succeed before larger ones are tried than failed earlier.
    static let runsBeforeGrowth = 256

    /// Runs a part of a batch: the inputs with these positions.
    typealias Run = @Sendable (_ batch: Batch, _ part: Range<Int>) throws(LiteRTError) -> Void

    private let capacity: Int
    private let makeBatch: @Sendable () throws(LiteRTError) -> Batch
    private let run: Run
    private let state: Locked<State>

    private struct State {
        /// The batches that have not run yet, oldest first. The last one takes callers if it is open.
        var waiting: [Batch] = []
        /// The batches that are not in use.
        var free: [Batch] = []
        var batchCount = 0
        var isRunning = false
        /// Callers for whom there was no batch.
        var queue: [DispatchSemaphore] = []
        /// The most inputs that run at once: the capacity, or less after larger batches failed.
        var limit: Int
        /// The batches that have succeeded since the limit changed.
        var runs = 0
    }

    /// Creates a scheduler without batches.
    /// - Parameters:
    ///   - capacity: The most inputs of a batch.
    ///   - makeBatch: Makes the memory of a batch for as many.
    ///   - run: Runs a part of a batch.
    init(capacity: Int, makeBatch: @escaping @Sendable () throws(LiteRTError) -> Batch, run: @escaping Run) {
        self.capacity = capacity
        self.makeBatch = makeBatch
        self.run = run
        state = Locked(State(limit: capacity))
    }

    /// The most inputs that run at once at this time.
    var limit: Int { state.withLock { $0.limit } }
    /// Whether no caller has a place or waits for one.
    var isIdle: Bool {
        state.withLock { $0.waiting.isEmpty && $0.queue.isEmpty && $0.free.count == $0.batchCount && !$0.isRunning }
    }

    /// Calls `body` with a place in a batch. Its tensors are the caller's own until `body` returns.
    /// - Parameters:
    ///   - limit: How long to wait for a place, and for the others of its batch.
    ///   - body: Uses the place.
    /// - Throws: The error of `body` or of the limit, or ``LiteRTError`` if there is no memory for another batch.
    func withPlace<Result>(waiting limit: WaitLimit = .none, _ body: (BatchPlace) throws -> Result) throws -> Result {
        let place = try join(limit)
        defer { leave(place) }
        return try body(place)
    }

    // MARK: - Entering and leaving

    /// The result of an attempt to enter.
    private enum Entry {
        case place(BatchPlace)
        /// Nothing yet: the caller enters again once this is signaled.
        case turn(DispatchSemaphore)
    }

    private func join(_ limit: WaitLimit) throws -> BatchPlace {
        while true {
            switch try state.withLock({ state throws(LiteRTError) in try enter(&state, limit) }) {
            case .place(let place): return place
            case .turn(let turn): try wait(for: turn, limit)
            }
        }
    }

    private func enter(_ state: inout State, _ limit: WaitLimit) throws(LiteRTError) -> Entry {
        if let last = state.waiting.last, isOpen(last, upTo: state.limit) {
            return .place(last.take(of: self, waiting: limit))
        }
        guard let batch = try freeBatch(in: &state) else {
            let turn = DispatchSemaphore(value: 0)
            state.queue.append(turn)
            return .turn(turn)
        }
        state.waiting.append(batch)
        return .place(batch.take(of: self, waiting: limit))
    }

    private func wait(for turn: DispatchSemaphore, _ limit: WaitLimit) throws {
        do {
            try limit.wait(for: turn)
        } catch {
            let next = state.withLock { state -> DispatchSemaphore? in
                if let index = state.queue.firstIndex(where: { $0 === turn }) {
                    state.queue.remove(at: index)
                    return nil
                }
                // It was this caller's turn meanwhile, which becomes the next one's.
                return state.queue.isEmpty ? nil : state.queue.removeFirst()
            }
            next?.signal()
            throw error
        }
    }

    private func freeBatch(in state: inout State) throws(LiteRTError) -> Batch? {
        if let batch = state.free.popLast() { return batch }
        guard state.batchCount < Self.maxBatches else { return nil }
        let batch = try makeBatch()
        state.batchCount += 1
        return batch
    }

    private func isOpen(_ batch: Batch, upTo limit: Int) -> Bool {
        guard batch.taken < limit else { return false }
        guard let first = batch.firstReady else { return true }
        return DispatchTime.now().uptimeNanoseconds - first < Self.patience
    }

    private func leave(_ place: BatchPlace) {
        let (leader, turns) = state.withLock { state -> (BatchPlace?, [DispatchSemaphore]) in
            let batch = place.batch
            if !place.isReady { batch.abandoned += 1 }
            batch.left += 1
            var turns: [DispatchSemaphore] = []
            if batch.left == batch.taken, batch.hasRun || batch.ready.isEmpty {
                state.waiting.removeAll { $0 === batch }
                batch.clear()
                state.free.append(batch)
                // As many as the batch has places for, or it would run nearly empty.
                turns = Array(state.queue.prefix(state.limit))
                state.queue.removeFirst(turns.count)
            }
            return (next(in: &state), turns)
        }
        leader?.wake(.lead)
        for turn in turns { turn.signal() }
    }

    // MARK: - Running

    /// Waits until the batch of a place has run.
    /// - Throws: ``LiteRTError`` if the place's inference failed; the error of its limit.
    fileprivate func run(_ place: BatchPlace) throws {
        let leads = state.withLock { state in
            place.isReady = true
            let batch = place.batch
            batch.ready.append(place)
            if batch.firstReady == nil { batch.firstReady = DispatchTime.now().uptimeNanoseconds }
            // If any batch has become complete, it is this caller's.
            return next(in: &state) != nil
        }
        if try leads || call(of: place) == .lead { lead(place.batch, by: place) }
        if let error = place.error { throw error }
    }

    /// Waits until a place is woken.
    private func call(of place: BatchPlace) throws -> BatchPlace.Call {
        do {
            return try place.call(waiting: place.limit)
        } catch {
            guard withdraw(place) else { return try place.call(waiting: .none) }
            throw error
        }
    }

    /// Takes a place out of its batch, if that has not begun to run; what a batch that runs computes for it is dropped.
    /// - Returns: `false` if the place is to run the batch, for which the others wait.
    private func withdraw(_ place: BatchPlace) -> Bool {
        state.withLock { _ in
            guard !place.isLeader else { return false }
            let batch = place.batch
            if !batch.hasRun {
                batch.ready.removeAll { $0 === place }
                place.isReady = false
            }
            return true
        }
    }

    /// Removes the next batch to run now, and returns who is to run it; `nil` if there is none.
    private func next(in state: inout State) -> BatchPlace? {
        guard !state.isRunning, let index = state.waiting.firstIndex(where: \.isComplete) else { return nil }
        let batch = state.waiting.remove(at: index)
        batch.hasRun = true
        state.isRunning = true
        let leader = batch.ready.last
        leader?.isLeader = true
        return leader
    }

    private func lead(_ batch: Batch, by leader: BatchPlace) {
        let positions = Set(batch.ready.map(\.index))
        var outcome = Outcome()
        run(0..<batch.taken, of: batch, for: positions, into: &outcome)
        let (others, successor) = state.withLock { state -> ([BatchPlace], BatchPlace?) in
            state.isRunning = false
            adapt(&state, to: outcome)
            for place in batch.ready { place.error = outcome.failures[place.index] }
            return (batch.ready.filter { $0 !== leader }, next(in: &state))
        }
        successor?.wake(.lead)
        for place in others { place.wake(.done) }
    }

    /// The outcome of a batch.
    private struct Outcome {
        /// The errors, by position.
        var failures: [Int: LiteRTError] = [:]
        /// The most inputs that succeeded at once.
        var largest = 0
        /// Whether more did not.
        var isDivided = false
    }

    /// Runs a part of a batch or, if that fails, its halves, so that only what fails alone has an error. The first of them is
    /// a power of two, which is what GPUs run.
    private func run(_ part: Range<Int>, of batch: Batch, for positions: Set<Int>, into outcome: inout Outcome) {
        guard part.contains(where: positions.contains) else { return }
        do throws(LiteRTError) {
            try run(batch, part)
            outcome.largest = max(outcome.largest, part.count)
        } catch {
            guard part.count > 1 else {
                outcome.failures[part.lowerBound] = error
                return
            }
            outcome.isDivided = true
            var half = 1
            while 2 * half < part.count { half *= 2 }
            let middle = part.lowerBound + half
            run(part.lowerBound..<middle, of: batch, for: positions, into: &outcome)
            run(middle..<part.upperBound, of: batch, for: positions, into: &outcome)
        }
    }

    /// Makes batches smaller if that is what helped, and larger again after many have succeeded.
    private func adapt(_ state: inout State, to outcome: Outcome) {
        if outcome.isDivided, outcome.failures.isEmpty {
            state.limit = max(1, min(state.limit, outcome.largest))
            state.runs = 0
            return
        }
        guard state.limit < capacity, outcome.failures.isEmpty else { return }
        state.runs += 1
        guard state.runs >= Self.runsBeforeGrowth else { return }
        state.limit = min(capacity, 2 * state.limit)
        state.runs = 0
    }
}

/// The memory of a batch, and its callers. All but the memory changes under the lock of the scheduler.
final class Batch: @unchecked Sendable {
    // Sound: the scheduler's lock guards what changes, and places share no memory.

    /// The memory of each input and output, one part after another.
    let inputs: [TensorMemory]
    let outputs: [TensorMemory]
    fileprivate let inputShapes: [[Int]]
    fileprivate let outputShapes: [[Int]]

    /// The number of places that were taken, and of those left.
    fileprivate(set) var taken = 0
    fileprivate var left = 0
    /// The number of places left by callers who had nothing to run after all.
    fileprivate var abandoned = 0
    fileprivate var ready: [BatchPlace] = []
    fileprivate var firstReady: UInt64?
    fileprivate var hasRun = false

    /// Whether all who took a place are ready, and at least one is.
    fileprivate var isComplete: Bool { !ready.isEmpty && ready.count + abandoned == taken }

    /// Allocates the memory.
    /// - Parameters:
    ///   - inputShapes: The dimensions of the inputs of one inference.
    ///   - outputShapes: The dimensions of its outputs.
    ///   - capacity: The number of inferences.
    ///   - allocate: Allocates memory of zeros for a number of bytes.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if there is not enough memory.
    init(
        inputShapes: [[Int]], outputShapes: [[Int]], capacity: Int,
        allocate: (_ byteCount: Int) throws(LiteRTError) -> TensorMemory = { byteCount throws(LiteRTError) in
            try TensorMemory(byteCount: byteCount)
        }
    ) throws(LiteRTError) {
        self.inputShapes = inputShapes
        self.outputShapes = outputShapes
        do throws(LiteRTError) {
            inputs = try Self.memories(of: inputShapes, capacity, allocate)
            outputs = try Self.memories(of: outputShapes, capacity, allocate)
        } catch {
            throw .gpu(error.message)
        }
    }

    private static func memories(
        of shapes: [[Int]], _ capacity: Int, _ allocate: (Int) throws(LiteRTError) -> TensorMemory
    ) throws(LiteRTError) -> [TensorMemory] {
        var memories: [TensorMemory] = []
        for shape in shapes { memories.append(try allocate(capacity * shape.reduce(MemoryLayout<Float>.stride, *))) }
        return memories
    }

    fileprivate func take(of scheduler: BatchScheduler, waiting limit: WaitLimit) -> BatchPlace {
        taken += 1
        return BatchPlace(index: taken - 1, in: self, of: scheduler, waiting: limit)
    }

    fileprivate func clear() {
        taken = 0
        left = 0
        abandoned = 0
        ready = []
        firstReady = nil
        hasRun = false
    }
}

/// A caller's place in a batch, with tensors of its own.
final class BatchPlace: @unchecked Sendable {
    // Sound: one caller uses it; what others set is read after its semaphore was signaled, or by the thread that set it.

    /// The reason for which a waiting caller is woken.
    enum Call { case lead, done }

    let inputs: [Tensor]
    let outputs: [Tensor]
    /// The position in the batch.
    fileprivate let index: Int
    fileprivate let batch: Batch
    /// How long its caller waits.
    fileprivate let limit: WaitLimit
    fileprivate var isReady = false
    /// Whether its caller runs the batch.
    fileprivate var isLeader = false
    fileprivate var error: LiteRTError?
    private let scheduler: BatchScheduler
    private let wakeUp = DispatchSemaphore(value: 0)
    private let call = Locked(Call.done)

    fileprivate init(index: Int, in batch: Batch, of scheduler: BatchScheduler, waiting limit: WaitLimit) {
        self.index = index
        self.batch = batch
        self.limit = limit
        self.scheduler = scheduler
        inputs = zip(batch.inputShapes, batch.inputs).map { Tensor(shape: [1] + $0, memory: $1, at: index) }
        outputs = zip(batch.outputShapes, batch.outputs).map { Tensor(shape: [1] + $0, memory: $1, at: index) }
    }

    /// Runs the inference in its batch; once.
    /// - Throws: ``LiteRTError`` if it failed; the error of the caller's limit.
    func run() throws {
        precondition(!isReady, "A place in a batch runs once.")
        try scheduler.run(self)
    }

    fileprivate func wake(_ call: Call) {
        self.call.withLock { $0 = call }
        wakeUp.signal()
    }

    fileprivate func call(waiting limit: WaitLimit) throws -> Call {
        try limit.wait(for: wakeUp)
        return call.withLock { $0 }
    }
}
