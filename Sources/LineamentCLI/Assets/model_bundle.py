# SPDX-License-Identifier: Apache-2.0
"""Creates a bundle (.task) of models in MediaPipe's wheel, or of these and the members of other bundles.

usage: model_bundle.py pose_landmarker_full.task pose_detection.tflite pose_landmark_full.tflite TARGET
       model_bundle.py hand_landmarker.task palm_detection_full.tflite hand_landmark_full.tflite TARGET
       model_bundle.py holistic_landmarker.task hand_recrop.tflite FACE.task POSE.task HAND.task TARGET
       model_bundle.py solutions.task MODEL.tflite... TARGET

A .task bundle is a ZIP archive with uncompressed members. The pose landmark model, the hand's refinement model and the
small palm detector lack the metadata for the normalization of their input (0 to 1), so it is added. The output is
deterministic. Requires only Python's standard library.
"""
import os
import struct
import sys
import zipfile

METADATA_NAME = b"TFLITE_METADATA"
# A ModelMetadata FlatBuffer (identifier M001): one input tensor "image" with NormalizationOptions(mean 0, std 255).
METADATA = bytes.fromhex(
    "1c0000004d30303114000c00000000000000080000000000000004001400000088000000040000000100000010000000"
    "00000a0008000000000004000a00000004000000010000001400000000000e000c00080000000000000004000e000000"
    "0800000050000000010000000c00000008000c000b00040008000000100000000000000108000c000800040008000000"
    "080000000c0000000100000000007f43010000000000000005000000312e302e3000000005000000696d616765000000")

# Slots of the Model table in TensorFlow Lite's schema.
VERSION, OPERATOR_CODES, SUBGRAPHS, DESCRIPTION, BUFFERS, METADATA_BUFFER, METADATA_LIST, SIGNATURES = range(8)
MEMBER_ALIGNMENT = 64


class OldModel:
    """A reader of the root table of a .tflite file."""

    def __init__(self, data):
        self.data = data
        self.root = self.u32(0)
        self.vtable = self.root - struct.unpack_from("<i", data, self.root)[0]
        self.slot_count = (self.u16(self.vtable) - 4) // 2

    def u16(self, at):
        return struct.unpack_from("<H", self.data, at)[0]

    def u32(self, at):
        return struct.unpack_from("<I", self.data, at)[0]

    def field(self, slot):
        """The position of a field, 0 if it is absent."""
        offset = self.u16(self.vtable + 4 + 2 * slot) if slot < self.slot_count else 0
        return self.root + offset if offset else 0

    def target(self, slot):
        """The position that a field points to, 0 if it is absent."""
        at = self.field(slot)
        return at + self.u32(at) if at else 0

    def tables(self, slot):
        vector = self.target(slot)
        if not vector:
            return []
        elements = [vector + 4 + 4 * index for index in range(self.u32(vector))]
        return [at + self.u32(at) for at in elements]


class Prefix:
    """Bytes to put in front of the old file, with pointers into both."""

    def __init__(self):
        self.bytes = bytearray(b"\0\0\0\0TFL3")
        self.pointers = []  # (position, target, whether the target is in the old file)

    def __len__(self):
        return len(self.bytes)

    def align(self, size):
        self.bytes.extend(b"\0" * (-len(self.bytes) % size))

    def add(self, layout, *values):
        at = len(self.bytes)
        self.bytes += struct.pack("<" + layout, *values)
        return at

    def add_table_vector(self, pointer, old_tables):
        """Adds a vector of the old tables and one more, and returns the position of that last, unresolved element."""
        self.pointers.append((pointer, len(self.bytes), False))
        self.add("I", len(old_tables) + 1)
        for table in old_tables:
            self.pointers.append((self.add("I", 0), table, True))
        return self.add("I", 0)

    def resolved(self):
        self.align(MEMBER_ALIGNMENT)
        for position, target, is_old in self.pointers:
            struct.pack_into("<I", self.bytes, position, target + (len(self.bytes) if is_old else 0) - position)
        return bytes(self.bytes)


def with_metadata(data):
    """Returns the model with METADATA: a new root table followed by the unchanged file.

    FlatBuffer offsets are relative, so the old bytes stay valid when moved. The prefix is a multiple of 64 bytes long, which
    keeps the weights aligned.
    """
    old, new = OldModel(data), Prefix()
    root_vtable = new.add(
        "10H", 20, 36, 4, 8, 12, 16 if old.target(DESCRIPTION) else 0, 20, 28 if old.target(METADATA_BUFFER) else 0,
        24, 32 if old.target(SIGNATURES) else 0)
    new.align(4)
    root = len(new)
    struct.pack_into("<I", new.bytes, 0, root)
    new.add("iI28x", root - root_vtable, old.u32(old.field(VERSION)))
    kept = ((8, OPERATOR_CODES), (12, SUBGRAPHS), (16, DESCRIPTION), (28, METADATA_BUFFER), (32, SIGNATURES))
    new.pointers += [(root + at, old.target(slot), True) for at, slot in kept if old.target(slot)]

    buffers = old.tables(BUFFERS)
    new_buffer = new.add_table_vector(root + 20, buffers)
    new_entry = new.add_table_vector(root + 24, old.tables(METADATA_LIST))

    entry_vtable = new.add("4H", 8, 12, 4, 8)  # Metadata {name, buffer}
    new.align(4)
    entry = len(new)
    new.add("iII", entry - entry_vtable, 0, len(buffers))
    new.pointers += [(new_entry, entry, False), (entry + 4, len(new), False)]
    new.bytes += struct.pack("<I", len(METADATA_NAME)) + METADATA_NAME + b"\0"
    new.align(4)

    buffer_vtable = new.add("3H", 6, 8, 4)  # Buffer {data}
    new.align(4)
    buffer = len(new)
    new.add("iI", buffer - buffer_vtable, 0)
    new.pointers.append((new_buffer, buffer, False))
    while (len(new) + 4) % 16:
        new.bytes.append(0)
    new.pointers.append((buffer + 4, len(new), False))
    new.bytes += struct.pack("<I", len(METADATA)) + METADATA
    return new.resolved() + data


def write_bundle(path, members):
    """Writes uncompressed members, each aligned by a dummy extra field in its header."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.external_attr, info.create_system = 0o644 << 16, 3
            padding = -(archive.fp.tell() + 30 + len(name) + 4) % MEMBER_ALIGNMENT
            info.extra = struct.pack("<HH", 0xFFFF, padding) + bytes(padding)
            archive.writestr(info, data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def landmarker(subject, detector, landmarks):
    """Returns the members of a bundle of two models."""
    model = read(landmarks)
    return [
        (f"{subject}_detector.tflite", read(detector)),
        (f"{subject}_landmarks_detector.tflite", with_metadata(model) if subject == "pose" else model),
    ]


def holistic(refinement, *bundles):
    """Returns the members of the holistic landmarker's bundle."""
    names = [
        ("face_detector.tflite", "face_landmarks_detector.tflite", "face_blendshapes.tflite"),
        ("pose_detector.tflite", "pose_landmarks_detector.tflite"),
        ("hand_landmarks_detector.tflite",),
    ]
    members = []
    for path, wanted in zip(bundles, names):
        with zipfile.ZipFile(path) as archive:
            members += [(name, archive.read(name)) for name in wanted]
    return members + [("hand_roi_refinement.tflite", with_metadata(read(refinement)))]


def solutions(*models):
    """Returns the members of the bundle of what only MediaPipe's older solutions use, under their own names."""
    members = [(os.path.basename(path), read(path)) for path in models]
    return [(name, with_metadata(data) if name == "palm_detection_lite.tflite" else data) for name, data in members]


def main():
    kind, *models, bundle = sys.argv[1:]
    subject = kind.removesuffix(".task").split("_")[0]
    kinds = {"holistic": holistic, "solutions": solutions}
    write_bundle(bundle, kinds[subject](*models) if subject in kinds else landmarker(subject, *models))


if __name__ == "__main__":
    main()
