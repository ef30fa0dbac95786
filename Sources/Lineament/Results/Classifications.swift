/// A class and its score.
public struct ResultCategory: Sendable, Hashable, Codable {
    /// The position in the model's list of classes; −1 when unset.
    public let index: Int
    /// Usually 0 to 1.
    public let score: Float
    /// The name that the model gives the class; nil if it gives none.
    public let categoryName: String?
    /// The name for people to read; nil if the model gives none.
    public let displayName: String?

    /// A class from its parts.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
    }

    func write(to json: inout some JSONWriting) {
        json.object { json in
            json.member("index", index)
            if let categoryName { json.member("categoryName", categoryName) }
            json.member("score", score)
        }
    }
}

extension ResultCategory: CustomStringConvertible {
    /// Such as "mouthSmileLeft 0.92".
    public var description: String { "\(categoryName ?? "class \(index)") \(score)" }
}

/// The categories that one head of a model gives.
public struct Classifications: Sendable, Hashable, Codable {
    /// The head's position among the model's heads.
    public let headIndex: Int
    /// The head's name; nil if it has none.
    public let headName: String?
    /// The categories in the order of the model.
    public let categories: [ResultCategory]

    /// The categories of a head without a name.
    public init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// The categories of a head.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
    }
}

/// The categories of all heads of a model at one time.
public struct ClassificationResult: Sendable, Hashable, Codable {
    /// One entry a head.
    public let classifications: [Classifications]
    /// The time of the image.
    public let timestampInMilliseconds: Int

    /// A result from its parts.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
