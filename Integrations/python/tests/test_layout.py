# SPDX-License-Identifier: Apache-2.0
"""Structures of another version of MediaPipe: what fits, what is copied, and what is refused."""

import ctypes
import os
import unittest
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_int64, c_uint32, c_void_p

from test_structures import HEADER, body_of

from lineament import _mediapipe_structures as structures
from lineament._layout import Misfit, check_equal, moves
from lineament._mediapipe_library import _Function


def structure(name, *fields):
    """Returns a made-up structure."""
    return type(name, (ctypes.Structure,), {"_fields_": list(fields)})


Base = structure("Base", ("path", c_char_p), ("delegate", c_int))
Options = structure("Options", ("base", Base), ("mode", c_int), ("count", c_int), ("is_on", c_bool))
NewBase = structure("NewBase", ("path", c_char_p), ("priority", c_int), ("folder", c_char_p), ("delegate", c_int))
NewOptions = structure(
    "NewOptions", ("base", NewBase), ("mode", c_int), ("made_up", c_double), ("is_on", c_bool), ("count", c_int)
)


def copied(source, target, names=None, optional=()):
    """Returns a structure of ours that is filled from a given one."""
    own = target()
    for move in moves(type(source), target, names or {}, set(optional)):
        ctypes.memmove(ctypes.addressof(own) + move.target, ctypes.addressof(source) + move.source, move.size)
    return own


class OptionsTests(unittest.TestCase):
    """The fields that the library reads are found by their names."""

    def test_fields_may_come_in_the_middle_and_in_another_order(self):
        given = NewOptions(NewBase(b"model", 7, b"folder", 2), 3, 0.5, True, 4)
        own = copied(given, Options)
        self.assertEqual((own.base.path, own.base.delegate, own.mode, own.count, own.is_on), (b"model", 2, 3, 4, True))

    def test_bytes_with_zeros_are_passed_whole(self):
        model = b"a\0b"
        own = copied(NewBase(path=model), Base)
        self.assertEqual(ctypes.string_at(c_void_p.from_buffer(own), 3), model)

    def test_a_missing_field_is_refused(self):
        short = structure("Short", ("base", Base), ("mode", c_int), ("is_on", c_bool))
        with self.assertRaisesRegex(Misfit, "^Short lacks the field count$"):
            moves(short, Options, {}, set())

    def test_a_missing_field_without_effect_stays_zero(self):
        short = structure("Short", ("path", c_char_p))
        own = copied(short(b"model"), Base, optional=["delegate"])
        self.assertEqual((own.path, own.delegate), (b"model", 0))

    def test_another_type_is_refused(self):
        for kind, text in ((c_int64, "integer of 8 bytes"), (c_float, "float of 4 bytes"), (Base, "structure")):
            with self.subTest(text), self.assertRaisesRegex(Misfit, f"^Other has count .*{text}.* where count "):
                moves(
                    structure("Other", ("base", Base), ("mode", c_int), ("count", kind), ("is_on", c_bool)),
                    Options,
                    {},
                    set(),
                )

    def test_fields_of_base_classes_count(self):
        class Longer(Base):
            _fields_ = [("more", c_int)]

        self.assertEqual(copied(Longer(b"model", 2, 5), Base).delegate, 2)


Point = structure("Point", ("x", c_float), ("y", c_float))
Points = structure("Points", ("points", POINTER(Point)), ("count", c_uint32))


class ResultTests(unittest.TestCase):
    """The fields that the library writes must be where they are looked for."""

    def refused(self, theirs, ours, pattern):
        with self.assertRaisesRegex(Misfit, pattern):
            check_equal(theirs, ours)

    def test_the_same_fits(self):
        check_equal(
            structure("Same", ("points", POINTER(structure("P", *Point._fields_))), ("count", c_uint32)), Points
        )

    def test_swapped_fields_are_refused(self):
        self.refused(structure("Swapped", ("y", c_float), ("x", c_float)), Point, "^Swapped has y .* where x ")

    def test_a_new_field_is_refused(self):
        added = structure("Added", *Point._fields_, ("z", c_float))
        self.refused(added, Point, "^Added has z .*at byte 8.* where none is expected$")
        self.refused(Point, added, "^Point has no field where z .* is expected$")

    def test_another_type_of_the_same_size_is_refused(self):
        self.refused(
            structure("Whole", ("x", c_int), ("y", c_float)), Point, "^Whole has x .integer .* where x .float "
        )

    def test_what_is_behind_a_pointer_counts(self):
        wide = structure("Wide", ("x", c_double), ("y", c_double))
        theirs = structure("Theirs", ("points", POINTER(wide)), ("count", c_uint32))
        self.refused(theirs, Points, "^Wide has x ")

    def test_a_callback_with_another_argument_is_refused(self):
        ours = CFUNCTYPE(None, c_int, POINTER(Points))
        check_equal(CFUNCTYPE(None, c_int, POINTER(Points)), ours)
        self.refused(CFUNCTYPE(None, c_int, POINTER(Points), c_int64), ours, "^a callback takes 3 arguments where 2 ")
        self.refused(CFUNCTYPE(None, c_int, POINTER(Point)), ours, "^Point has x ")

    def test_recursive_structures_end(self):
        class Node(ctypes.Structure):
            pass

        Node._fields_ = [("next", POINTER(Node))]
        check_equal(Node, Node)


class Recorder:
    """A function of the library that records what is passed."""

    argtypes = restype = None

    def __call__(self, *arguments):
        self.arguments = arguments
        return 0


def function(name):
    return _Function(Recorder(), name, ValueError)


CREATE, DETECT = "MpHolisticLandmarkerCreate", "MpHolisticLandmarkerDetectImage"


class FunctionTests(unittest.TestCase):
    """Functions as MediaPipe declares and calls them."""

    def created(self, options):
        """Returns the library's options for given ones."""
        create = function(CREATE)
        create.argtypes = [POINTER(type(options)), POINTER(c_void_p), POINTER(c_char_p)]
        create(ctypes.byref(options), None, None)
        return create._function.arguments[0]._obj

    def test_thresholds_of_1_2_2_keep_their_places(self):
        """There each of four thresholds acts as the one that has its place in the library."""
        names = (
            "min_face_detection_confidence",
            "min_face_suppression_threshold",
            "min_face_landmarks_confidence",
            "min_pose_detection_confidence",
            "min_pose_suppression_threshold",
            "min_pose_landmarks_confidence",
            "min_hand_landmarks_confidence",
        )
        callback = structures.MpHolisticLandmarkerOptions._fields_[-1]
        flags = [("output_face_blendshapes", c_bool), ("output_segmentation_masks", c_bool)]
        numbers = [(name, c_float) for name in names]
        base = ("base_options", structures.MpBaseOptions)
        old = structure("Old", base, ("running_mode", c_int), *numbers, *flags, callback)
        given = old(running_mode=2, output_segmentation_masks=True, **{name: index for index, name in enumerate(names)})
        own = self.created(given)
        self.assertEqual(
            (own.running_mode, own.output_face_blendshapes, own.output_pose_segmentation_masks), (2, False, True)
        )
        places = [name for name, kind in own._fields_ if kind is c_float]
        self.assertEqual([getattr(own, name) for name in places], list(range(7)))

    def test_thresholds_since_1_2_3_are_found_by_name(self):
        given = structures.MpHolisticLandmarkerOptions(min_hand_landmarks_confidence=0.25)
        self.assertEqual(self.created(given).min_hand_landmarks_confidence, 0.25)

    def test_another_number_of_arguments_is_refused(self):
        with self.assertRaisesRegex(ValueError, f"^{CREATE}: it takes 2 arguments where 3 are expected$"):
            function(CREATE).argtypes = [POINTER(structures.MpHolisticLandmarkerOptions), c_void_p]

    def test_options_without_a_layout_are_refused(self):
        with self.assertRaisesRegex(ValueError, "argument 0 does not tell the layout of a MpHolisticLandmarkerOptions"):
            function(CREATE).argtypes = [c_void_p, c_void_p, c_void_p]

    def test_another_result_is_refused(self):
        images = POINTER(structures.MpImageProcessingOptions)
        with self.assertRaisesRegex(ValueError, f"^{DETECT}: MpPoseLandmarkerResult has segmentation_masks "):
            function(DETECT).argtypes = [
                c_void_p,
                c_void_p,
                images,
                POINTER(structures.MpPoseLandmarkerResult),
                c_void_p,
            ]
        with self.assertRaisesRegex(ValueError, f"^result of {DETECT}: "):
            function(DETECT).restype = None

    def test_images_need_no_options(self):
        detect = function(DETECT)
        detect.argtypes = structures.FUNCTIONS[DETECT][1]
        detect(None, None, None, None, None)
        self.assertEqual(detect._function.arguments, (None,) * 5)


class HeaderTests(unittest.TestCase):
    @unittest.skipUnless(os.path.exists(HEADER), "Without a checkout, there is no header to compare with.")
    def test_structures_are_those_of_the_header(self):
        with open(HEADER) as file:
            header = file.read()
        same = {"MpNormalizedLandmark": "MpLandmark", "MpNormalizedLandmarks": "MpLandmarks"}
        kinds = {"int": c_int, "unsigned int": ctypes.c_uint, "uint32_t": c_uint32, "float": c_float, "bool": c_bool}
        described = [
            one for one in vars(structures).values() if isinstance(one, type) and one.__name__.startswith("Mp")
        ]
        self.assertEqual(len(described), 21)
        for one in described:
            fields = {}
            for kind, name in body_of(one.__name__, header):
                element = kind.replace("const ", "").rstrip("* ")
                target = getattr(structures, same.get(element, element), kinds.get(element))
                if kind == "const char *":
                    target = c_char_p
                elif kind.endswith("*"):
                    target = POINTER(target or c_void_p)
                fields[name] = target
            with self.subTest(one.__name__):
                self.assertEqual(list(fields), [name for name, _ in one._fields_])
                for name, kind in one._fields_:
                    if fields[name] is None:  # An image, or a function.
                        check_equal(c_void_p, c_void_p if kind is c_void_p else kind)
                    else:
                        check_equal(kind, fields[name])


if __name__ == "__main__":
    unittest.main()
