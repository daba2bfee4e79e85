/** Row-major, as in TensorFlow. */

export const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

export function broadcastShapes(...shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) =>
    Math.max(...shapes.map((shape) => shape[axis - rank + shape.length] ?? 1)),
  );
}

export function stridesOf(shape) {
  const strides = new Array(shape.length).fill(1);
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = strides[axis + 1] * shape[axis + 1];
  return strides;
}

export function* cellOffsets(shape, strides, start = 0) {
  const index = new Array(shape.length).fill(0);
  let offset = start;
  for (let left = sizeOf(shape); left > 0; left--) {
    yield offset;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      offset += strides[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

export function pick(data, offsets, count) {
  const picked = new data.constructor(count);
  let i = 0;
  for (const offset of offsets) picked[i++] = data[offset];
  return picked;
}

export function transposed(data, shape, order) {
  const strides = stridesOf(shape);
  const newShape = order.map((axis) => shape[axis]);
  const offsets = cellOffsets(
    newShape,
    order.map((axis) => strides[axis]),
  );
  return pick(data, offsets, data.length);
}

/** One dimension may be -1: the rest. */
export function resolveShape(wanted, count) {
  const known = sizeOf(wanted.filter((size) => size >= 0));
  return wanted.map((size) => (size >= 0 ? size : count / known));
}

export const resolveAxis = (axis, rank) => (axis < 0 ? axis + rank : axis);

/** SAME: the odd pixel goes after. */
export function samePadding(size, kernel, stride, dilation = 1) {
  const outputs = Math.ceil(size / stride);
  const total = Math.max(0, (outputs - 1) * stride + (kernel - 1) * dilation + 1 - size);
  return [total >> 1, total - (total >> 1)];
}

/**
 * Python's a[begin:end:stride] over several axes with TensorFlow's masks.
 * @param {{ name: string, attribute: (key: string) => any }} node
 * @param {number[]} shape
 * @param {number[][]} bounds begins, ends and strides
 * @returns {{ranges: {start: number, end: number, step: number}[], taken: number[], kept: number[]}} range of each
 *   axis; shape; shape without single indices and with new axes
 */
export function sliceRanges(node, shape, [begin, end, stride]) {
  const has = (mask, entry) => Boolean(((node.attribute(mask) ?? 0) >> entry) & 1);
  const isAxis = (_, entry) => !has('ellipsis_mask', entry) && !has('new_axis_mask', entry);
  const spare = shape.length - begin.filter(isAxis).length;
  const ranges = [];
  const kept = [];
  const take = (range, drop = false) => {
    ranges.push(range);
    if (!drop) kept.push(lengthOf(range));
  };
  const takeWhole = (count) => {
    for (let i = 0; i < count; i++) take({ start: 0, end: shape[ranges.length], step: 1 });
  };
  begin.forEach((first, entry) => {
    if (has('ellipsis_mask', entry)) return takeWhole(spare);
    if (has('new_axis_mask', entry)) return kept.push(1);
    const size = shape[ranges.length];
    const single = has('shrink_axis_mask', entry);
    const start = has('begin_mask', entry) && !single ? 0 : resolveAxis(first, size);
    const open = has('end_mask', entry) ? size : Math.min(size, resolveAxis(end[entry], size));
    if (stride[entry] < 1) throw new Error(`${node.name}: only forward slices are supported`);
    return take({ start, end: single ? start + 1 : open, step: stride[entry] }, single);
  });
  takeWhole(shape.length - ranges.length);
  return { ranges, taken: ranges.map(lengthOf), kept };
}

const lengthOf = ({ start, end, step }) => Math.max(0, Math.ceil((end - start) / step));
