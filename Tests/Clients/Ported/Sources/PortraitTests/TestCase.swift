// SPDX-License-Identifier: Apache-2.0
import Checks
import Foundation

// What these tests use of XCTest, which a program cannot run without a test bundle.
func XCTAssertEqual<T: Equatable>(_ value: T, _ expected: T, _ message: String = "", line: UInt = #line) {
    check(value == expected, "line \(line): \(value) is not \(expected) \(message)")
}

func XCTAssertEqual<T: FloatingPoint>(
    _ value: T, _ expected: T, accuracy: T, _ message: String = "", line: UInt = #line
) {
    check(abs(value - expected) <= accuracy, "line \(line): \(value) is not \(expected) ± \(accuracy) \(message)")
}

func XCTAssertTrue(_ condition: Bool, _ message: String = "", line: UInt = #line) {
    check(condition, "line \(line): \(message)")
}

func XCTAssertNil<T>(_ value: T?, line: UInt = #line) { check(value == nil, "line \(line): not nil") }

func XCTUnwrap<T>(_ value: T?, line: UInt = #line) throws -> T {
    guard let value else { fail("line \(line): nil") }
    return value
}

func XCTAssertThrowsError<T>(_ expression: @autoclosure () throws -> T, line: UInt = #line, _ handler: (Error) -> Void)
{
    do {
        _ = try expression()
        fail("line \(line): nothing is thrown")
    } catch {
        handler(error)
    }
}
