/** Reproducible to the byte. */
import { evaluate, isConstant } from './fold.mjs';
import { encodeModel } from './onnx-format.mjs';
import { inPlanes, OnnxGraph } from './onnx-graph.mjs';
import { arrangement } from './operators/arrangement.mjs';
import { convolution } from './operators/convolution.mjs';
import { elementwise } from './operators/elementwise.mjs';
import { readTfjsModel } from './tfjs-format.mjs';

const operators = { ...convolution, ...elementwise, ...arrangement };

/**
 * @param {{name: string, topology: Buffer, weights: Buffer, outputs: Record<string, string>}} model `outputs`: ONNX
 *   names to source nodes
 * @returns {Buffer} one float input `image`, 1 × channels × height × width
 */
export function convertToOnnx({ name, topology, weights, outputs }) {
  const source = readTfjsModel(topology, weights);
  const graph = new OnnxGraph();
  const inputs = [];
  const values = new Map();

  const valueOf = (nodeName) => {
    if (!values.has(nodeName)) values.set(nodeName, build(source.nodes.get(nodeName)));
    return values.get(nodeName);
  };

  const build = (node) => {
    if (node.op === 'Const') return { ...source.weights.get(node.name) };
    if (node.op === 'Placeholder') {
      const [, height, width, channels] = node.attribute('shape');
      inputs.push({ name: 'image', shape: [1, channels, height, width], type: 'float' });
      return inPlanes('image', [1, height, width, channels]);
    }
    const operands = node.inputs.map(valueOf);
    if (isConstant(node, operands)) return evaluate(node, operands);
    const operator = operators[node.op];
    if (!operator) throw new Error(`${name}: the operator ${node.op} is not supported`);
    return operator(graph, node, operands);
  };

  const results = Object.entries(outputs).map(([output, nodeName]) => {
    const value = valueOf(nodeName);
    graph.emit('Identity', [graph.asRows(value)], {}, output);
    return { name: output, shape: value.shape, type: value.type };
  });
  return encodeModel({ name, nodes: graph.nodes, tensors: graph.tensors, inputs, outputs: results });
}
