// SPDX-License-Identifier: Apache-2.0
import Lineament
import TestSupport
import Testing

/// Several people in derived images, each detected once.
@Suite struct DerivedPeopleTests {
    private func landmarker(_ numPoses: Int) throws -> PoseLandmarker {
        let options = PoseLandmarkerOptions()
        options.numPoses = numPoses
        options.separation = .distinct
        options.smoothing = .everyone
        return try PoseLandmarker(options: options)
    }

    @Test(arguments: ["sample": 1, "mirrored": 1, "torso": 1, "pair": 2, "flat": 0, "gradient": 0])
    func eachPersonIsDetectedOnce(name: String, count: Int) throws {
        let image = try DerivedInputs.image(name).image()
        let found = try landmarker(10).detect(image: image).landmarks.count
        #expect(found == count)
    }

    /// Draws people, 300 pixels tall, with their middles at the given columns; later ones are in front.
    private func frame(_ columns: [Int], _ person: DerivedPixels) throws -> MPImage {
        var canvas = DerivedPixels(width: 1000, height: 360, red: 150, green: 160, blue: 170)
        for (number, column) in columns.enumerated() {
            canvas.draw(person, at: .init(x: column * 16, y: (200 + 8 * number) * 16))
        }
        return try canvas.image()
    }

    private var person: DerivedPixels {
        get throws {
            try DerivedInputs.image("sample").cropped(x: 20, y: 0, width: 310, height: 512).scaled(
                width: 182, height: 300)
        }
    }

    /// Returns the track IDs from left to right.
    private func ids(_ result: PoseLandmarkerResult) -> [Int] {
        zip(result.landmarks.map { $0[0].x }, result.trackIDs).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// People whom the detector does not see in the whole frame are found step by step, one step a frame. Without YuNet,
    /// fewer of their faces show where to look.
    @Test func peopleWhoComeAreFoundFrameByFrame() throws {
        let (person, landmarker) = (try person, try landmarker(10))
        let (nobody, people) = (try frame([], person), try frame([150, 400, 650, 880], person))
        let expected = try landmarker.detect(image: people).landmarks.count
        let session = landmarker.makeSession()
        var last = 0
        for step in 0..<80 {
            let image = step < 3 ? nobody : people
            last = try session.detect(videoFrame: image, timestampInMilliseconds: step * 40).landmarks.count
        }
        #expect(last == expected)
        #expect(expected >= (TestData.hasYuNet ? 3 : 1), "\(expected)")
    }

    /// Two people cross; for some frames one hides the other.
    @Test func trackIDsPersistWhenPeopleCross() throws {
        let person = try person
        let session = try landmarker(2).makeSession()
        var (first, last) = ([Int](), [Int]())
        for step in 0..<70 {
            let result = try session.detect(
                videoFrame: frame([130 + step * 10, 850 - step * 10], person), timestampInMilliseconds: step * 33)
            let found = ids(result)
            #expect(result.trackIDs == result.trackIDs.sorted())
            #expect(found.count <= 2, "step \(step): \(found)")
            #expect(found.allSatisfy { $0 <= 2 }, "step \(step): \(found)")
            if step == 5 { first = found }
            last = found
        }
        #expect(first.sorted() == [1, 2])
        #expect(last == first.reversed())
    }

    @Test func aPersonKeepsTheirIDAfterTwentyMissingFrames() throws {
        let person = try person
        let session = try landmarker(2).makeSession()
        var before: [Int] = []
        var incomplete = 0
        for step in 0..<60 {
            let isGone = (15..<35).contains(step)
            let found = ids(
                try session.detect(
                    videoFrame: frame([200] + (isGone ? [] : [750]), person), timestampInMilliseconds: step * 33))
            if step == 14 { before = found }
            guard step > 50 else { continue }
            #expect(Set(found).isSubset(of: before), "step \(step)")
            if found != before { incomplete += 1 }
        }
        // As the first Zen, one of them is missed in two of these frames.
        #expect(incomplete <= (ProcessorFamily.current.roundsLikeAVX512 ? 0 : 4))
        #expect(before.sorted() == [1, 2])
    }
}
