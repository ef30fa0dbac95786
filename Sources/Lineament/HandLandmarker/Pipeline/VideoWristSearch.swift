// SPDX-License-Identifier: Apache-2.0

/// The search at the wrists of people in a video: when one is due, and how far the present one is.
///
/// A search takes many times as long as following a hand, so each frame does a step of it, or one for each hand followed: it
/// finds the bodies, looks at each again, as it may have moved since, and then at those of its wrists where no hand is
/// known.
struct VideoWristSearch: Sendable {
    /// A step of the search.
    private enum Step {
        /// The whole frame, for bodies.
        case frame
        /// The body in a region.
        case region(RotatedRect)
        /// The next step of the search for all people.
        case others(PersonSearch)
        /// A body that was found, by its position.
        case body(Int)
        /// A wrist of it.
        case wrist(Wrist)
    }

    /// The schedule of searches: twice a second while people or hands come and go, and less and less often while not.
    private var interval = DetectionInterval(milliseconds: 500, longest: 4000)
    private var pace = FramePace()
    /// Assigns numbers to the people whose hands they are.
    private var tracker = IdentityTracker()
    /// The remaining steps, the next one last.
    private var steps: [Step] = []
    /// The bodies of the present search, and their numbers once all are known.
    private var bodies: [DetectedPose] = []
    private var numbers: [Int] = []
    /// The people of the last search.
    private var lastNumbers: Set<Int> = []
    /// Whether the present search has found a hand.
    private var hasFoundHand = false
    /// The number of hands in the last frame.
    private var lastCount = 0

    /// Returns the known hands and those that the search has found in this frame. Those at the wrists of a body that was
    /// looked at in it have their people.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - known: The hands that were found in it.
    ///   - limit: The number of hands at which the search ends.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    ///   - search: The search for bodies and hands. It searches the whole first frame.
    mutating func hands(
        in frame: PipelineImage, known: [DetectedHand], limit: Int, timestamp: Int, by search: WristSearch
    ) throws -> [DetectedHand] {
        let size = frame.pixels.size
        let share = pace.share(ofFrameAt: timestamp, size: size)
        if known.count != lastCount { interval.note(isWorthwhile: true) }
        lastCount = known.count
        guard known.count < limit else {
            steps = []
            return known
        }
        guard let share else {
            steps = []
            _ = interval.isDue(at: timestamp)
            let hands = try search.hands(in: frame.image, known: known, limit: limit) {
                tracker.identify($0, size: size, time: timestamp)
            }
            lastCount = hands.count
            return hands
        }
        if share > FramePace.longestPause { steps = [] }
        if steps.isEmpty, interval.isDue(at: timestamp) { begin() }
        var hands = known
        var count = 0
        while count < share * max(1, known.count), hands.count < limit, let step = steps.popLast() {
            if try take(step, in: frame, timestamp: timestamp, hands: &hands, by: search) { count += 1 }
            if steps.isEmpty { end() }
        }
        lastCount = hands.count
        return hands
    }

    private mutating func begin() {
        steps = [.frame]
        bodies = []
        numbers = []
        hasFoundHand = false
    }

    private mutating func end() {
        interval.note(isWorthwhile: hasFoundHand || lastNumbers != Set(numbers))
        lastNumbers = Set(numbers)
    }

    /// Does a step; returns whether it ran a model.
    private mutating func take(
        _ step: Step, in frame: PipelineImage, timestamp: Int, hands: inout [DetectedHand], by search: WristSearch
    ) throws -> Bool {
        let pixels = frame.pixels
        let stages = search.people.stages
        switch step {
        case .frame:
            let people = try stages.people(in: pixels, rotation: frame.rotation)
            steps = [.others(PersonSearch(hints: people.hints))] + people.regions.reversed().map(Step.region)
            return true
        case .region(let region):
            if bodies.covers(region) { return false }
            if let body = try stages.pose(in: pixels, region: region) {
                bodies.add(body, in: pixels.size, limit: .max)
            }
            return true
        case .others(var others):
            var scene = search.people.scene(pixels, rotation: frame.rotation, known: bodies)
            let goesOn = try others.advance(in: &scene, maxFacePixels: PersonSearch.facePixelsOfFrame)
            bodies = scene.found
            if goesOn {
                steps.append(.others(others))
            } else {
                numbers = tracker.identify(bodies.map(\.trackingBox), size: pixels.size, time: timestamp)
                steps = bodies.indices.reversed().map(Step.body)
            }
            return goesOn
        case .body(let index):
            guard let body = try stages.pose(in: pixels, region: bodies[index].nextRegion) else { return true }
            bodies[index] = body
            look(at: index, in: pixels.size, hands: &hands)
            return true
        case .wrist(let wrist):
            if let found = try search.hand(in: pixels, square: wrist.square) {
                add(found, at: wrist, in: pixels.size, to: &hands)
            }
            return true
        }
    }

    /// Assigns hands to a person, and plans to look at wrists where none is.
    private mutating func look(at index: Int, in size: ImageSize, hands: inout [DetectedHand]) {
        let person = numbers[index]
        let wrists = bodies.indices.flatMap { Wrist.all(of: bodies[$0], person: numbers[$0], in: size) }
        for (hand, owned) in hands.withPeople(at: wrists, in: size).enumerated() where owned.person == person {
            hands[hand].person = person
        }
        steps += wrists.without(hands, in: size).filter { $0.person == person }.reversed().map(Step.wrist)
    }

    /// Adds a hand that was found at a wrist, unless it is known.
    private mutating func add(_ hand: DetectedHand, at wrist: Wrist, in size: ImageSize, to hands: inout [DetectedHand])
    {
        var hand = hand
        if wrist.distance(of: hand, in: size) != nil { hand.person = wrist.person }
        let all = (hands + [hand]).withoutDuplicates(in: size)
        guard all.count > hands.count else { return }
        hands = all
        hasFoundHand = true
    }
}
