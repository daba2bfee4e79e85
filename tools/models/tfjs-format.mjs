/**
 * @typedef {{name: string, op: string, inputs: string[], attribute: (name: string) => any}} TfNode
 * @typedef {{shape: number[], type: 'float' | 'int32' | 'bool', data: Float32Array | Int32Array | Uint8Array}} Weight
 */

/**
 * @param {Buffer} topology  .json
 * @param {Buffer} weights   .bin
 * @returns {{nodes: Map<string, TfNode>, weights: Map<string, Weight>}}
 */
export function readTfjsModel(topology, weights) {
  const model = JSON.parse(topology.toString('utf8'));
  const specs = model.weightsManifest.flatMap((group) => group.weights);
  return {
    nodes: new Map(model.modelTopology.node.map((node) => [node.name, readNode(node)])),
    weights: readWeights(specs, weights),
  };
}

function readNode({ name, op, input = [], attr = {} }) {
  // "^name" only orders execution, ":0" selects an output; all nodes have one.
  const inputs = input.filter((ref) => !ref.startsWith('^')).map((ref) => ref.split(':')[0]);
  return { name, op, inputs, attribute: (key) => readAttribute(attr[key]) };
}

function readAttribute(attribute) {
  if (!attribute) return undefined;
  if (attribute.list) return attribute.list.i?.map(Number) ?? attribute.list.s?.map(decodeText) ?? [];
  if (attribute.shape) return attribute.shape.dim.map(({ size }) => Number(size));
  if (attribute.i !== undefined) return Number(attribute.i);
  if (attribute.s !== undefined) return decodeText(attribute.s);
  return attribute.b ?? attribute.f ?? attribute.type;
}

const decodeText = (base64) => Buffer.from(base64, 'base64').toString();

function readWeights(specs, file) {
  const weights = new Map();
  let offset = 0;
  for (const { name, shape, dtype, quantization } of specs) {
    const count = shape.reduce((product, size) => product * size, 1);
    const stored = quantization?.dtype ?? dtype;
    const bytesEach = { float32: 4, int32: 4, float16: 2, bool: 1, uint8: 1 }[stored];
    if (!bytesEach) throw new Error(`weight ${name} is stored as ${stored}, which this converter does not read`);
    const bytes = file.subarray(offset, (offset += count * bytesEach));
    const data = stored === 'uint8' ? dequantize(bytes, quantization) : readNumbers(bytes, stored, count);
    weights.set(name, { shape, type: dtype === 'float32' ? 'float' : dtype, data });
  }
  if (offset !== file.length) throw new Error(`the weights file has ${file.length} bytes, its index ${offset}`);
  return weights;
}

function readNumbers(bytes, stored, count) {
  const at = { float32: (i) => bytes.readFloatLE(4 * i), int32: (i) => bytes.readInt32LE(4 * i) };
  if (stored === 'float32') return Float32Array.from({ length: count }, (_, i) => at.float32(i));
  if (stored === 'int32') return Int32Array.from({ length: count }, (_, i) => at.int32(i));
  if (stored === 'float16')
    return Float32Array.from({ length: count }, (_, i) => halfToFloat(bytes.readUInt16LE(2 * i)));
  return Uint8Array.from(bytes);
}

const dequantize = (bytes, { min, scale }) => Float32Array.from(bytes, (byte) => byte * scale + min);

/** IEEE 754 half precision: 1 sign, 5 exponent, 10 fraction bits. */
export function halfToFloat(half) {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
