/** Field numbers: onnx.proto3 (IR version 8, operator set 17). */

export const ElementType = { float: 1, int32: 6, int64: 7, bool: 9, float16: 10, double: 11 };

const IR_VERSION = 8;
const OPERATOR_SET = 17;
const AttributeType = { float: 1, int: 2, string: 3, ints: 7 };

/** Plain numbers are written as integers. */
export const float = (value) => ({ float: value });

/** @param {{name: string, shape: number[], type: keyof typeof ElementType, data: ArrayBufferView}} tensor */
function encodeTensor({ name, shape, type, data }) {
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return message(
    ...shape.map((size) => integer(1, size)),
    integer(2, ElementType[type]),
    bytes(8, name),
    bytes(9, raw),
  );
}

/** @param {{op: string, inputs: string[], output: string, attributes?: Record<string, unknown>}} node */
function encodeNode({ op, inputs, output, attributes = {} }) {
  return message(
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(3, output),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, encodeAttribute(name, value))),
  );
}

/** Inputs and outputs are `{name, shape, type}`; free dimensions are names. */
export function encodeModel({ name, nodes, tensors, inputs, outputs }) {
  const graph = message(
    ...nodes.map((node) => bytes(1, encodeNode(node))),
    bytes(2, name),
    ...tensors.map((tensor) => bytes(5, encodeTensor(tensor))),
    ...inputs.map((value) => bytes(11, encodeValueInfo(value))),
    ...outputs.map((value) => bytes(12, encodeValueInfo(value))),
  );
  const operatorSet = message(bytes(1, ''), integer(2, OPERATOR_SET));
  return message(integer(1, IR_VERSION), bytes(2, 'faceswap'), bytes(7, graph), bytes(8, operatorSet));
}

function encodeAttribute(name, value) {
  if (typeof value === 'string') return message(bytes(1, name), bytes(4, value), integer(20, AttributeType.string));
  if (Array.isArray(value))
    return message(bytes(1, name), ...value.map((item) => integer(8, item)), integer(20, AttributeType.ints));
  if (typeof value === 'object')
    return message(bytes(1, name), float32(2, value.float), integer(20, AttributeType.float));
  return message(bytes(1, name), integer(3, value), integer(20, AttributeType.int));
}

function encodeValueInfo({ name, shape, type }) {
  const dimension = (size) => (typeof size === 'string' ? bytes(2, size) : integer(1, size));
  const dimensions = message(...shape.map((size) => bytes(1, dimension(size))));
  const tensorType = message(integer(1, ElementType[type]), bytes(2, dimensions));
  return message(bytes(1, name), bytes(2, bytes(1, tensorType)));
}

const WireType = { varint: 0, bytes: 2, fixed32: 5 };

/** The primitives also write what no converted net has, in tests. */
export const message = (...fields) => Buffer.concat(fields);
const tag = (field, wire) => varint((field << 3) | wire);
export const integer = (field, value) => Buffer.concat([tag(field, WireType.varint), varint(value)]);

export function bytes(field, value) {
  const content = Buffer.from(value);
  return Buffer.concat([tag(field, WireType.bytes), varint(content.length), content]);
}

function float32(field, value) {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return Buffer.concat([tag(field, WireType.fixed32), content]);
}

function varint(value) {
  const groups = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const group = Number(rest & 0x7fn);
    rest >>= 7n;
    groups.push(rest ? group | 0x80 : group);
  } while (rest);
  return Buffer.from(groups);
}
