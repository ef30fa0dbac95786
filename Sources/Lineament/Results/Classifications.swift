// SPDX-License-Identifier: Apache-2.0

/// A category and its score.
public struct ResultCategory: Sendable, Hashable, Codable {
    /// The index in the model's list of categories; −1 if unset.
    public let index: Int
    /// The score, usually 0 to 1.
    public let score: Float
    /// The name that the model gives the category; `nil` if it has none.
    public let categoryName: String?
    /// The localized name of the category; `nil` if it has none.
    public let displayName: String?

    /// Creates a category from its parts.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
    }

    /// Writes the category as JSON.
    func write(to json: inout some JSONWriting) {
        json.object { json in
            json.member("index", index)
            if let categoryName { json.member("categoryName", categoryName) }
            json.member("score", score)
        }
    }
}

extension ResultCategory: CustomStringConvertible {
    /// A summary such as "mouthSmileLeft 0.92".
    public var description: String { "\(categoryName ?? "class \(index)") \(score)" }
}

/// The categories that one head of a model outputs.
public struct Classifications: Sendable, Hashable, Codable {
    /// The index of the head.
    public let headIndex: Int
    /// The name of the head; `nil` if it has none.
    public let headName: String?
    /// The categories, in the order of the model's outputs.
    public let categories: [ResultCategory]

    /// Creates the categories of an unnamed head.
    public init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// Creates the categories of a head.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
    }
}

/// The categories that all heads of a model output for one image.
public struct ClassificationResult: Sendable, Hashable, Codable {
    /// One element per head.
    public let classifications: [Classifications]
    /// The timestamp of the image, in milliseconds.
    public let timestampInMilliseconds: Int

    /// Creates a result from its parts.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
