import type { ModelSpec } from '#engine/neural/spec';
import { packError } from './fault';
import { ElementType, type OnnxGraph, type OnnxValue } from './onnx-file';

export interface ExpectedValue {
  /** Absent: the net's first output. */
  readonly name?: string;
  readonly shape: readonly number[];
  readonly type: keyof typeof ElementType;
  /** Not every export has it. */
  readonly optional?: true;
}

export interface Signature {
  readonly inputs: readonly (ExpectedValue & { readonly name: string })[];
  readonly output: ExpectedValue;
}

const EMBEDDING = [1, 512];
const CLASSES = 19;
const float = 'float' as const;

export function signatureOf(spec: ModelSpec): Signature {
  switch (spec.kind) {
    case 'swapper': {
      const { picture } = spec.source;
      const source = picture ? pictureShape('nchw', picture.size) : EMBEDDING;
      return {
        inputs: [pictureValue(spec.target, spec.size), { name: spec.source.name, shape: source, type: float }],
        output: pictureValue(spec.output, spec.size),
      };
    }
    case 'recogniser':
      return { inputs: [pictureValue(spec.input, spec.size)], output: named(spec.outputName, EMBEDDING) };
    case 'converter':
      return {
        inputs: [{ name: spec.inputName, shape: EMBEDDING, type: float }],
        output: named(spec.outputName, EMBEDDING),
      };
    case 'occluder':
      return {
        inputs: [pictureValue(spec.input, spec.size)],
        output: named(spec.outputName, pictureShape(spec.input.layout, spec.size, 1)),
      };
    case 'parser':
      return {
        inputs: [pictureValue(spec.input, spec.size)],
        output: named(spec.outputName, pictureShape('nchw', spec.size, CLASSES)),
      };
    case 'enhancer': {
      const weight = { name: spec.weightName ?? '', shape: [1], type: 'double', optional: true } as const;
      return {
        inputs: [pictureValue(spec.input, spec.size), ...(spec.weightName ? [weight] : [])],
        output: pictureValue(spec.output, spec.size),
      };
    }
  }
}

/** @throws EngineError `model_unfit` naming both sides */
export function assertSignature(path: string, graph: OnnxGraph, { inputs, output }: Signature): void {
  const faults: string[] = [];
  for (const expected of inputs) {
    const found = graph.inputs.find(({ name }) => name === expected.name);
    if (found ? !fits(found, expected) : !expected.optional) faults.push(`the input ${sentence(expected)}`);
  }
  const known = new Set(inputs.map(({ name }) => name));
  const unknown = graph.inputs.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) faults.push('no other input');
  const found = output.name === undefined ? graph.outputs[0] : graph.outputs.find(({ name }) => name === output.name);
  if (!found || !fits(found, output)) faults.push(`the output ${sentence(output)}`);
  if (faults.length === 0) return;
  throw packError(
    'model_unfit',
    `${path} does not fit its type. Expected: ${faults.join('; ')}. Found: ${graphSentence(graph)}. Correct type, size or names in pack.json, or use another export.`,
  );
}

function graphSentence({ inputs, outputs }: OnnxGraph): string {
  const list = (values: readonly OnnxValue[]) =>
    values.map(({ name, shape, elementType }) => `${name} [${shape.join(', ')}] ${typeName(elementType)}`).join(', ');
  return `inputs ${list(inputs) || 'none'}; outputs ${list(outputs) || 'none'}`;
}

/** Free dimensions fit, and half floats for floats; rank and element type must be equal otherwise. */
export function fits({ shape, elementType }: OnnxValue, expected: ExpectedValue): boolean {
  const isHalf = expected.type === 'float' && elementType === ElementType.float16;
  if ((elementType !== ElementType[expected.type] && !isHalf) || shape.length !== expected.shape.length) return false;
  return shape.every((size, index) => typeof size === 'string' || size === expected.shape[index]);
}

function pictureShape(layout: 'nchw' | 'nhwc', side: number, channels = 3): number[] {
  return layout === 'nchw' ? [1, channels, side, side] : [1, side, side, channels];
}

function pictureValue<T extends { name?: string; layout: 'nchw' | 'nhwc' }>({ name, layout }: T, side: number) {
  return { name: name as T['name'], shape: pictureShape(layout, side), type: float };
}

function named(name: string | undefined, shape: readonly number[]): ExpectedValue {
  return { shape, type: float, ...(name !== undefined && { name }) };
}

const sentence = ({ name = '(the first)', shape, type }: ExpectedValue) => `${name} [${shape.join(', ')}] ${type}`;

function typeName(elementType: number): string {
  const known = Object.entries(ElementType).find(([, number]) => number === elementType);
  return known?.[0] ?? `type ${elementType}`;
}
