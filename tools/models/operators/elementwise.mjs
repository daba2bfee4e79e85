/** They keep the layout of their inputs. */
import { inPlanes, inRows, isPlanar } from '../onnx-graph.mjs';
import { broadcastShapes } from '../shapes.mjs';
import { leak } from './convolution.mjs';

export const elementwise = {
  ...sameName('Add', 'Sub', 'Mul', 'Relu', 'Sigmoid', 'Neg', 'Sin', 'Cos', 'Floor'),
  AddV2: each('Add'),
  BiasAdd: each('Add'),
  AddN: each('Sum'),
  RealDiv: each('Div'),
  Minimum: each('Min'),
  Maximum: each('Max'),
  LessEqual: each('LessOrEqual', 'bool'),
  GreaterEqual: each('GreaterOrEqual', 'bool'),
  LogicalAnd: each('And', 'bool'),
  Identity: (_graph, _node, [input]) => ({ ...input }),
  Prelu: (graph, _node, [input, slope]) => inPlanes(leak(graph, graph.asPlanes(input), slope), input.shape),
  Cast: (graph, node, [input]) => {
    const [type, code] = { DT_FLOAT: ['float', 1], DT_INT32: ['int32', 6] }[node.attribute('DstT')];
    return inRows(graph.emit('Cast', [graph.asRows(input)], { to: code }), input.shape, type);
  },
  Atan2: arcTangent,
};

function sameName(...ops) {
  return Object.fromEntries(ops.map((op) => [op, each(op)]));
}

function each(op, resultType) {
  return (graph, _node, inputs) => {
    const shape = broadcastShapes(...inputs.map((input) => input.shape));
    const type = resultType ?? inputs[0].type;
    if (shape.length === 4 && inputs.some(isPlanar)) {
      return inPlanes(
        graph.emit(
          op,
          inputs.map((input) => graph.asPlanesOperand(input)),
        ),
        shape,
        type,
      );
    }
    return inRows(
      graph.emit(
        op,
        inputs.map((input) => graph.asRows(input)),
      ),
      shape,
      type,
    );
  };
}

/** atan(y / x), shifted by π where x is negative. */
function arcTangent(graph, _node, [y, x]) {
  const [top, side, zero, half] = [graph.asRows(y), graph.asRows(x), graph.scalar(0), graph.scalar(Math.PI)];
  const angle = graph.emit('Atan', [graph.emit('Div', [top, side])]);
  const turned = graph.emit('Where', [
    graph.emit('Less', [top, zero]),
    graph.emit('Sub', [angle, half]),
    graph.emit('Add', [angle, half]),
  ]);
  return inRows(graph.emit('Where', [graph.emit('Less', [side, zero]), turned, angle]), y.shape);
}
