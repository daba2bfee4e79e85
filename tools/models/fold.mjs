/** Mostly the shape arithmetic that TensorFlow leaves in the graph. */
import {
  broadcastShapes,
  cellOffsets,
  pick,
  resolveAxis,
  resolveShape,
  sizeOf,
  sliceRanges,
  stridesOf,
} from './shapes.mjs';

export function isConstant(node, inputs) {
  if (['Shape', 'ZerosLike'].includes(node.op)) return true;
  return node.op in evaluators && inputs.every((input) => input.data);
}

/** @returns {{shape: number[], type: string, data: Float32Array | Int32Array | Uint8Array}} */
export function evaluate(node, inputs) {
  return evaluators[node.op](node, ...inputs);
}

const arrayOf = { float: Float32Array, int32: Int32Array, bool: Uint8Array };
const typeNames = { DT_FLOAT: 'float', DT_INT32: 'int32', DT_BOOL: 'bool' };
const constant = (type, shape, values) => ({ type, shape, data: arrayOf[type].from(values) });

const evaluators = {
  Shape: (_node, x) => constant('int32', [x.shape.length], x.shape),
  ZerosLike: (_node, x) => constant(x.type, x.shape, new Array(sizeOf(x.shape)).fill(0)),
  Fill: (_node, dims, value) =>
    constant(value.type, [...dims.data], new Array(sizeOf([...dims.data])).fill(value.data[0])),
  Range: (_node, start, limit, delta) => {
    const count = Math.ceil((limit.data[0] - start.data[0]) / delta.data[0]);
    return constant(
      start.type,
      [count],
      Array.from({ length: count }, (_, i) => start.data[0] + i * delta.data[0]),
    );
  },
  Cast: (node, x) => constant(typeNames[node.attribute('DstT')], x.shape, x.data),
  Neg: (_node, x) =>
    constant(
      x.type,
      x.shape,
      x.data.map((value) => -value),
    ),
  Sub: (_node, a, b) => elementwise(a, b, (left, right) => left - right),
  Mul: (_node, a, b) => elementwise(a, b, (left, right) => left * right),
  Reshape: (_node, x, shape) => ({ ...x, shape: resolveShape([...shape.data], x.data.length) }),
  ExpandDims: (_node, x, axis) => {
    const shape = [...x.shape];
    shape.splice(resolveAxis(axis.data[0], shape.length + 1), 0, 1);
    return { ...x, shape };
  },
  Pack: (node, ...items) => {
    if (node.attribute('axis') || items[0].shape.length) throw new Error(`${node.name}: only scalars are packed here`);
    return constant(
      items[0].type,
      [items.length],
      items.map((item) => item.data[0]),
    );
  },
  Tile: (_node, x, times) => {
    const shape = x.shape.map((size, axis) => size * times.data[axis]);
    const strides = stridesOf(x.shape);
    const indices = stridesOf(shape);
    const offsetOf = (cell) =>
      x.shape.reduce((sum, size, axis) => sum + (Math.floor(cell / indices[axis]) % size) * strides[axis], 0);
    return constant(
      x.type,
      shape,
      Array.from({ length: sizeOf(shape) }, (_, cell) => x.data[offsetOf(cell)]),
    );
  },
  MatMul: (node, a, b) => {
    if (node.attribute('transpose_a') || node.attribute('transpose_b')) throw new Error(`${node.name}: transposed`);
    const [[rows, inner], columns] = [a.shape, b.shape[1]];
    const cell = (row, column) =>
      Array.from({ length: inner }, (_, k) => a.data[row * inner + k] * b.data[k * columns + column]).reduce(
        (x, y) => x + y,
      );
    const cells = Array.from({ length: rows * columns }, (_, i) => cell(Math.floor(i / columns), i % columns));
    return constant(a.type, [rows, columns], cells);
  },
  StridedSlice: (node, x, ...bounds) => {
    const { ranges, taken, kept } = sliceRanges(
      node,
      x.shape,
      bounds.map(({ data }) => [...data]),
    );
    const strides = stridesOf(x.shape);
    const start = ranges.reduce((sum, range, axis) => sum + range.start * strides[axis], 0);
    const steps = ranges.map((range, axis) => range.step * strides[axis]);
    return { type: x.type, shape: kept, data: pick(x.data, cellOffsets(taken, steps, start), sizeOf(taken)) };
  },
};

function elementwise(a, b, combine) {
  const shape = broadcastShapes(a.shape, b.shape);
  const values = (x) => pick(x.data, cellOffsets(shape, stretchedStrides(x.shape, shape)), sizeOf(shape));
  const right = values(b);
  return constant(
    a.type,
    shape,
    values(a).map((left, i) => combine(left, right[i])),
  );
}

function stretchedStrides(shape, target) {
  const strides = stridesOf(shape);
  const missing = target.length - shape.length;
  return target.map((_, axis) => (axis < missing || shape[axis - missing] === 1 ? 0 : strides[axis - missing]));
}
