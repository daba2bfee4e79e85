import type { PackManifest } from './manifest';
import type { OnnxGraph, OnnxValue } from './onnx-file';
import { specOf } from './pack-spec';
import { fits, signatureOf, type ExpectedValue } from './signature';

/**
 * Fills in names of inputs and output that differ from the type's, where the shape leaves one possibility: exports of
 * one model name them differently.
 */
export function withNames(manifest: PackManifest, graph: OnnxGraph): PackManifest {
  const { inputs, output } = signatureOf(specOf(manifest));
  const [first, second] = inputs.map((expected) => nameOf(expected, graph.inputs));
  const spec = specOf(manifest);
  const role = spec.kind === 'converter' ? 'source' : 'target';
  const input = { ...manifest.input };
  if (first !== undefined) input[role] = { ...input[role], name: first };
  if (second !== undefined && spec.kind === 'swapper') input.source = { ...input.source, name: second };
  const outputName = output.name === undefined ? firstThatFits(output, graph.outputs) : nameOf(output, graph.outputs);
  return {
    ...manifest,
    ...(Object.keys(input).length > 0 && { input }),
    ...(outputName !== undefined && { output: { ...manifest.output, name: outputName } }),
  };
}

/** Undefined if the net has the name, or if several values fit. */
function nameOf(expected: ExpectedValue, values: readonly OnnxValue[]): string | undefined {
  if (values.some(({ name }) => name === expected.name)) return undefined;
  const fitting = values.filter((value) => fits(value, expected));
  return fitting.length === 1 ? fitting[0]!.name : undefined;
}

/** Undefined if it is the first anyway. */
function firstThatFits(expected: ExpectedValue, values: readonly OnnxValue[]): string | undefined {
  const index = values.findIndex((value) => fits(value, expected));
  return index > 0 ? values[index]!.name : undefined;
}
