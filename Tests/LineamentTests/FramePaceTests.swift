// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Lineament

@Suite struct FramePaceTests {
    private let small = ImageSize(width: 640, height: 360)
    private let large = ImageSize(width: 1280, height: 720)

    @Test func framesFurtherApartHaveMoreTime() {
        var pace = FramePace()
        let shares = [0, 33, 66, 166, 1166].map { pace.share(ofFrameAt: $0, size: small) }
        #expect(shares == [nil, 1, 1, 2, 25])
    }

    /// A stream whose frames change their size all the time must not be searched whole in each of them.
    @Test func changingSizesAreSearchedWholeOnceASecond() {
        var pace = FramePace()
        let shares = (0..<60).map { pace.share(ofFrameAt: 100 * $0, size: $0.isMultiple(of: 2) ? small : large) }
        #expect(shares.indices.filter { shares[$0] == nil } == [0, 10, 20, 30, 40, 50])
        #expect(shares.compactMap(\.self).allSatisfy { $0 > FramePace.longestPause })
    }

    /// A frame that was not searched does not delay the search of the next size.
    @Test func skippedFramesAreNotSearched() {
        var pace = FramePace()
        _ = pace.share(ofFrameAt: 0, size: small)
        pace.skip(frameAt: 1500, size: large)
        #expect(pace.share(ofFrameAt: 1600, size: small) == nil)
        #expect(pace.share(ofFrameAt: 1640, size: small) == 1)
    }

    @Test func aChangeOfSizeIsSearchedWhole() {
        var pace = FramePace()
        _ = pace.share(ofFrameAt: 0, size: small)
        #expect(pace.share(ofFrameAt: 2000, size: large) == nil)
        #expect(pace.share(ofFrameAt: 2040, size: large) == 1)
    }
}
