import LineamentMLKit

let options = FaceDetectorOptions()
options.performanceMode = .accurate
options.classificationMode = .all
let detector = FaceDetector.faceDetector(options: options)

guard let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else { fatalError("no image") }
for face in try detector.results(in: VisionImage(image: photo)) where face.hasSmilingProbability {
    print(face.frame, face.smilingProbability)
}
