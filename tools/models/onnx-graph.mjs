import { transposed } from './shapes.mjs';

/**
 * @typedef {object} Value
 * @property {number[]} shape   rank 4 is batch, height, width, channels
 * @property {'float' | 'int32' | 'bool'} type
 * @property {Float32Array | Int32Array | Uint8Array} [data]  when known without running the net
 * @property {string} [rows]    name of the tensor in TensorFlow's layout
 * @property {string} [planes]  name of the one in ONNX's: batch, channels, height, width
 */

export const ROWS_TO_PLANES = [0, 3, 1, 2];
const PLANES_TO_ROWS = [0, 2, 3, 1];

const arrayOf = { float: Float32Array, int32: Int32Array, int64: BigInt64Array, bool: Uint8Array };

export class OnnxGraph {
  nodes = [];
  tensors = [];

  emit(op, inputs, attributes = {}, output = `${op.toLowerCase()}_${this.nodes.length}`) {
    this.nodes.push({ op, inputs, output, attributes });
    return output;
  }

  constant(values, shape = [values.length], type = 'float') {
    const name = `constant_${this.tensors.length}`;
    const cast = type === 'int64' ? BigInt : Number;
    const data = values instanceof arrayOf[type] ? values : arrayOf[type].from(values, cast);
    this.tensors.push({ name, shape, type, data });
    return name;
  }

  scalar = (value) => this.constant([value], []);
  integers = (values) => this.constant(values, [values.length], 'int64');

  /** In TensorFlow's layout. @param {Value} value */
  asRows(value) {
    if (value.rows) return value.rows;
    value.rows = value.data
      ? this.constant(value.data, value.shape, value.type)
      : this.emit('Transpose', [value.planes], { perm: PLANES_TO_ROWS });
    return value.rows;
  }

  /** In ONNX's layout, rank 4. @param {Value} value */
  asPlanes(value) {
    if (value.planes) return value.planes;
    value.planes = value.data
      ? this.#constantPlanes(value)
      : this.emit('Transpose', [value.rows], { perm: ROWS_TO_PLANES });
    return value.planes;
  }

  /** For operands of lower rank, broadcast over rank 4. @param {Value} value */
  asPlanesOperand(value) {
    if (value.shape.length === 4) return this.asPlanes(value);
    if (value.shape.length === 0) return this.asRows(value);
    if (!value.data) throw new Error('only constants are stretched over planes');
    const shape = [...new Array(4 - value.shape.length).fill(1), ...value.shape];
    return this.#constantPlanes({ ...value, shape });
  }

  /** @param {Value} value with data */
  #constantPlanes({ data, shape, type }) {
    const planes = transposed(data, shape, ROWS_TO_PLANES);
    return this.constant(
      planes,
      ROWS_TO_PLANES.map((axis) => shape[axis]),
      type,
    );
  }
}

/** @type {(rows: string, shape: number[], type?: Value['type']) => Value} */
export const inRows = (rows, shape, type = 'float') => ({ rows, shape, type });

/** @type {(planes: string, shape: number[], type?: Value['type']) => Value} */
export const inPlanes = (planes, shape, type = 'float') => ({ planes, shape, type });

/** Of a constant operand (axes, shapes, paddings). @param {Value} value */
export function knownNumbers(value) {
  if (!value.data) throw new Error('an operand that must be constant is not');
  return [...value.data];
}

export const isPlanar = (value) => value.shape.length === 4 && !value.data && value.planes !== undefined;
