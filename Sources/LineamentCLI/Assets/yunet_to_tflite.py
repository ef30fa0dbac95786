# SPDX-License-Identifier: Apache-2.0
"""Converts the YuNet face detector from ONNX to the .tflite file that Lineament runs.

usage: yunet_to_tflite.py yunet_n_640_640.onnx yunet.tflite

The weights stay the same; only the layout changes:
- NHWC instead of NCHW, so that no transposition is needed;
- RGB instead of BGR, by reordering the weights of the first convolution;
- ReLU is fused into its convolution; the zero padding of the first convolution is part of the input;
- the twelve outputs are laid out as rows, columns, values: cls, obj, bbox and kps, each for strides 8, 16 and 32.
Shapes are those of a 640x640 image with a border of one pixel; Lineament rewrites them for other sizes. The output is
deterministic.

Requires the packages protobuf and flatbuffers, the module onnx_ml_pb2 from the wheel onnx, and the module
schema_py_generated from the wheel ai-edge-litert: all pure Python, so that the same files do for every Python version.
"""
import itertools
import struct
import sys

import flatbuffers
import onnx_ml_pb2
import schema_py_generated as tfl

STRIDES = (8, 16, 32)
OUTPUTS = [f"{kind}_{stride}" for kind in ("cls", "obj", "bbox", "kps") for stride in STRIDES]


class Array:
    """Constant values with a shape, in row-major order. `code` is their type in the notation of `struct`."""

    def __init__(self, shape, values, code="f"):
        self.shape, self.values, self.code = list(shape), list(values), code

    @classmethod
    def of(cls, weight):
        """The values of an ONNX initializer, which are floats or 64-bit integers."""
        code = "f" if weight.data_type == onnx_ml_pb2.TensorProto.FLOAT else "q"
        return cls(weight.dims, (value for value, in struct.iter_unpack("<" + code, weight.raw_data)), code)

    def bytes(self):
        return struct.pack(f"<{len(self.values)}{self.code}", *self.values)

    def transposed(self, *order):
        """The array with its axes in another order."""
        strides = [1]
        for side in reversed(self.shape[1:]):
            strides.insert(0, strides[0] * side)
        shape = [self.shape[axis] for axis in order]
        places = itertools.product(*(range(0, self.shape[axis] * strides[axis], strides[axis]) for axis in order))
        return Array(shape, (self.values[sum(place)] for place in places), self.code)

    def with_reversed_channels(self):
        """An array of 4 axes with the second one reversed."""
        outer, channels, height, width = self.shape
        places = itertools.product(range(outer), reversed(range(channels)), range(height * width))
        values = (self.values[(o * channels + c) * height * width + rest] for o, c, rest in places)
        return Array(self.shape, values, self.code)


class Graph:
    """A .tflite graph under construction."""

    def __init__(self):
        self.tensors, self.operators, self.codes = [], [], []
        self.buffers = [tfl.BufferT()]

    def tensor(self, name, shape, kind=tfl.TensorType.FLOAT32, values=None):
        tensor = tfl.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = name, [int(side) for side in shape], kind, 0
        if values is not None:
            buffer = tfl.BufferT()
            buffer.data = values.bytes()
            tensor.buffer = len(self.buffers)
            self.buffers.append(buffer)
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def constant(self, name, values):
        kind = tfl.TensorType.INT32 if values.code == "i" else tfl.TensorType.FLOAT32
        return self.tensor(name, values.shape, kind, values)

    def shape(self, tensor):
        return self.tensors[tensor].shape

    def add(self, code, inputs, output, options_type=0, options=None):
        if code not in self.codes:
            self.codes.append(code)
        operator = tfl.OperatorT()
        operator.opcodeIndex, operator.inputs, operator.outputs = self.codes.index(code), inputs, [output]
        operator.builtinOptionsType, operator.builtinOptions = options_type, options
        self.operators.append(operator)
        return output

    def packed(self, inputs, outputs):
        graph = tfl.SubGraphT()
        graph.tensors, graph.operators = self.tensors, self.operators
        graph.inputs, graph.outputs, graph.name = inputs, outputs, "yunet"
        model = tfl.ModelT()
        model.version, model.description = 3, "YuNet"
        model.subgraphs, model.buffers, model.operatorCodes = [graph], self.buffers, []
        for code in self.codes:
            entry = tfl.OperatorCodeT()
            entry.builtinCode, entry.deprecatedBuiltinCode, entry.version = code, min(code, 127), 1
            model.operatorCodes.append(entry)
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


class Converter:
    def __init__(self, path):
        with open(path, "rb") as file:
            source = onnx_ml_pb2.ModelProto.FromString(file.read()).graph
        self.nodes = list(source.node)
        self.weights = {weight.name: Array.of(weight) for weight in source.initializer}
        self.graph = Graph()
        self.input = self.graph.tensor("input", (1, 642, 642, 3))
        self.known = {source.input[0].name: self.input}  # ONNX name -> tensor
        self.relus = {node.input[0]: node.output[0] for node in self.nodes if node.op_type == "Relu"}

    def converted(self):
        for node in self.nodes:
            getattr(self, node.op_type.lower())(node)
        return self.graph.packed([self.input], [self.known[name] for name in OUTPUTS])

    def conv(self, node):
        attributes = {a.name: list(a.ints) or a.i for a in node.attribute}
        source = self.known[node.input[0]]
        kernel, bias = self.weights[node.input[1]], self.weights[node.input[2]]
        relu = self.relus.get(node.output[0])
        stride = attributes["strides"][0]
        _, height, width, _ = self.graph.shape(source)
        if stride == 2:
            kernel = kernel.with_reversed_channels()  # the first convolution, whose input was BGR without a border
            height, width = height - 2, width - 2
        options = tfl.DepthwiseConv2DOptionsT() if attributes["group"] > 1 else tfl.Conv2DOptionsT()
        options.padding = tfl.Padding.VALID if stride == 2 else tfl.Padding.SAME
        options.strideW = options.strideH = stride
        options.dilationWFactor = options.dilationHFactor = 1
        options.fusedActivationFunction = (
            tfl.ActivationFunctionType.RELU if relu else tfl.ActivationFunctionType.NONE)
        name = relu or node.output[0]
        output = self.graph.tensor(name, (1, height // stride, width // stride, kernel.shape[0]))
        if attributes["group"] > 1:
            options.depthMultiplier = 1
            code, kind = tfl.BuiltinOperator.DEPTHWISE_CONV_2D, tfl.BuiltinOptions.DepthwiseConv2DOptions
            kernel = kernel.transposed(1, 2, 3, 0)
        else:
            code, kind = tfl.BuiltinOperator.CONV_2D, tfl.BuiltinOptions.Conv2DOptions
            kernel = kernel.transposed(0, 2, 3, 1)
        inputs = [source, self.graph.constant(name + ".kernel", kernel), self.graph.constant(name + ".bias", bias)]
        self.known[node.output[0]] = self.known[name] = self.graph.add(code, inputs, output, kind, options)

    def maxpool(self, node):
        source = self.known[node.input[0]]
        _, height, width, channels = self.graph.shape(source)
        options = tfl.Pool2DOptionsT()
        options.padding, options.fusedActivationFunction = tfl.Padding.VALID, tfl.ActivationFunctionType.NONE
        options.strideW = options.strideH = options.filterWidth = options.filterHeight = 2
        output = self.graph.tensor(node.output[0], (1, height // 2, width // 2, channels))
        self.known[node.output[0]] = self.graph.add(
            tfl.BuiltinOperator.MAX_POOL_2D, [source], output, tfl.BuiltinOptions.Pool2DOptions, options)

    def resize(self, node):
        source = self.known[node.input[0]]
        _, height, width, channels = self.graph.shape(source)
        size = self.graph.constant(node.output[0] + ".size", Array([2], [2 * height, 2 * width], "i"))
        output = self.graph.tensor(node.output[0], (1, 2 * height, 2 * width, channels))
        self.known[node.output[0]] = self.graph.add(
            tfl.BuiltinOperator.RESIZE_NEAREST_NEIGHBOR, [source, size], output,
            tfl.BuiltinOptions.ResizeNearestNeighborOptions, tfl.ResizeNearestNeighborOptionsT())

    def add(self, node):
        left, right = (self.known[name] for name in node.input)
        options = tfl.AddOptionsT()
        options.fusedActivationFunction = tfl.ActivationFunctionType.NONE
        output = self.graph.tensor(node.output[0], self.graph.shape(left))
        self.known[node.output[0]] = self.graph.add(
            tfl.BuiltinOperator.ADD, [left, right], output, tfl.BuiltinOptions.AddOptions, options)

    def sigmoid(self, node):
        source = self.known[node.input[0]]
        output = self.graph.tensor(node.output[0], self.graph.shape(source))
        self.known[node.output[0]] = self.graph.add(tfl.BuiltinOperator.LOGISTIC, [source], output)

    def relu(self, node):
        pass  # fused into its convolution

    def transpose(self, node):
        self.known[node.output[0]] = self.known[node.input[0]]  # already in this layout

    reshape = transpose


def main():
    source, target = sys.argv[1:]
    with open(target, "wb") as file:
        file.write(Converter(source).converted())


if __name__ == "__main__":
    main()
