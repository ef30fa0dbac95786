// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament

extension Redaction {
    /// Writes what is covered, as members of the object that is begun.
    package func writeMembers(_ json: inout JSONText) {
        json.member("covered", areas) { json, area in
            json.object { json in
                if let id = area.trackID { json.member("trackID", id) }
                json.members(of: area.rect)
                json.member("score", area.score)
                json.member("cause", area.cause.rawValue)
                if let doubt = area.doubt { json.member("doubt", doubt) }
            }
        }
        if let people {
            json.member("people", people) { json, person in
                json.object { json in
                    if let id = person.trackID { json.member("trackID", id) }
                    json.members(of: person.rect)
                    json.member("score", person.score)
                    if let doubt = person.doubt { json.member("doubt", doubt.rawValue) }
                }
            }
        }
        if !endedTracks.isEmpty { json.member("endedTracks", endedTracks) { json, id in json.value(id) } }
        if !successions.isEmpty {
            json.member("successions", successions) { json, pair in
                json.object { json in
                    json.member("trackID", pair.trackID)
                    json.member("previousTrackID", pair.previousTrackID)
                }
            }
        }
        if !keptTracks.isEmpty { json.member("keptTracks", keptTracks) { json, id in json.value(id) } }
        if missedBoxCount > 0 { json.member("missedAreas", missedBoxCount) }
    }
}

extension JSONText {
    fileprivate mutating func members(of rect: CGRect) {
        member("x", Float(rect.minX))
        member("y", Float(rect.minY))
        member("width", Float(rect.width))
        member("height", Float(rect.height))
    }
}
