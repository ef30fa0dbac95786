# SPDX-License-Identifier: Apache-2.0
"""Makes protobuf's messages of classes that declare their fields."""

from __future__ import annotations

import copyreg
import re
from typing import TYPE_CHECKING, Any, Dict

try:
    from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorProto
    from google.protobuf.descriptor_pool import DescriptorPool
    from google.protobuf.message_factory import GetMessageClass
except ImportError as error:
    raise ImportError(
        f'MediaPipe\'s solutions and messages need protobuf 4.25 or newer ({error}). Run: pip install "lineament[solutions]"'
    ) from error

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor, FileDescriptor
    from google.protobuf.message import Message as Message
else:

    class Message:
        """The base of declarations: its subclasses are made messages once their module is read."""


# The types of fields: those of numbers that Python has only one of, and a value of the enumeration `Format` of a message.
int32 = int
int64 = int
FormatValue = int

_SCALARS = {
    "float": FieldDescriptorProto.TYPE_FLOAT,
    "int32": FieldDescriptorProto.TYPE_INT32,
    "int64": FieldDescriptorProto.TYPE_INT64,
    "str": FieldDescriptorProto.TYPE_STRING,
}
_REPEATED = re.compile(r"Repeated(Scalar|Composite)FieldContainer\[(.+)\]")

# The messages have MediaPipe's names, which MediaPipe's own have in protobuf's default pool.
_POOL = DescriptorPool()


def compiled(module: str, names: Dict[str, Any]) -> FileDescriptor:
    """Puts messages in the place of the classes that declare them.

    A field has the number of its place in the class, and the type of its annotation.

    Args:
        module: The name of the module.
        names: The names of the module, among them the classes and the messages of other modules that they refer to.
    """
    file = FileDescriptorProto(package="mediapipe")
    file.name = module.replace("lineament", "mediapipe").replace(".", "/").replace("_pb2", ".proto")
    declarations = _declarations(names)
    for declaration in declarations.values():
        _describe(declaration, file.message_type.add(), names)
    used = {value.DESCRIPTOR.file.name for value in names.values() if hasattr(value, "DESCRIPTOR")}
    file.dependency.extend(sorted(used))
    descriptor: FileDescriptor = _POOL.AddSerializedFile(file.SerializeToString())
    for name, declaration in declarations.items():
        names[name] = _made(descriptor.message_types_by_name[name], declaration)
    return descriptor


def _declarations(names: Any) -> Dict[str, Any]:
    """Returns the classes among names that declare messages."""
    return {
        name: value
        for name, value in names.items()
        if isinstance(value, type) and issubclass(value, Message) and value is not Message
    }


def _describe(declaration: Any, message: DescriptorProto, names: Dict[str, Any]) -> None:
    """Writes the description of a message."""
    message.name = declaration.__name__
    for nested in _declarations(vars(declaration)).values():
        _describe(nested, message.nested_type.add(), names)
    fields = [(name, text) for name, text in declaration.__annotations__.items() if not text.startswith("ClassVar")]
    for number, (name, text) in enumerate(fields, 1):
        _describe_field(text, message.field.add(name=name, number=number), names)
    if "Format" in declaration.__annotations__:
        enumeration = message.enum_type.add(name="Format")
        for name, number in vars(declaration).items():
            if name.isupper():
                enumeration.value.add(name=name, number=number)


def _describe_field(text: str, field: FieldDescriptorProto, names: Dict[str, Any]) -> None:
    """Writes the type of a field, whose annotation is a text."""
    repeated = _REPEATED.fullmatch(text)
    kind = repeated[2] if repeated else text
    field.label = FieldDescriptorProto.LABEL_REPEATED if repeated else FieldDescriptorProto.LABEL_OPTIONAL
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
        if repeated and kind != "str":
            field.options.packed = True
    elif kind == "FormatValue":
        field.type, field.type_name = FieldDescriptorProto.TYPE_ENUM, "Format"
    else:
        # Of another module if there is a message already; otherwise beside or inside the one that has the field.
        made = getattr(names.get(kind), "DESCRIPTOR", None)
        field.type, field.type_name = FieldDescriptorProto.TYPE_MESSAGE, f".{made.full_name}" if made else kind


def _made(descriptor: Descriptor, declaration: Any) -> Any:
    """Returns the class of messages that have a description, with what its declaration says besides fields.

    Objects of it are pickled by the name of the class, which protobuf would look for in the default pool.
    """
    message: Any = GetMessageClass(descriptor)
    for name in ("__doc__", "__module__", "__qualname__"):
        setattr(message, name, getattr(declaration, name))
    for name, nested in _declarations(vars(declaration)).items():
        setattr(message, name, _made(descriptor.nested_types_by_name[name], nested))
    copyreg.pickle(message, _reduced)
    return message


def _reduced(message: Any) -> Any:
    return _restored, (type(message), message.SerializePartialToString())


def _restored(kind: Any, data: bytes) -> Any:
    return kind.FromString(data)
