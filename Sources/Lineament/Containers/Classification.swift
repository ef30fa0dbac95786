/// A class and its score.
public struct ResultCategory: Sendable, Hashable {
    /// The position in the model's list of classes; −1 when unset.
    public let index: Int
    /// Usually 0 to 1.
    public let score: Float
    public let categoryName: String?
    public let displayName: String?

    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
    }
}

/// The categories that one head of a model gives.
public struct Classifications: Sendable, Hashable {
    public let headIndex: Int
    public let headName: String?
    public let categories: [ResultCategory]

    public init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
    }
}

/// The categories of all heads of a model at one time.
public struct ClassificationResult: Sendable, Hashable {
    public let classifications: [Classifications]
    public let timestampInMilliseconds: Int

    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
