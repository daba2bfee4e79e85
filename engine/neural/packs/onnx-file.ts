import { open } from 'node:fs/promises';
import { externalFilesOf } from './external-files';
import { packError } from './fault';
import { Damaged, FieldReader, lastField, WireType, type Field } from './protobuf';

/** Field and type numbers: onnx.proto3. */
const ModelField = { graph: 7 };
const GraphField = { initializer: 5, sparseInitializer: 15, input: 11, output: 12 };
const TensorField = {
  dims: 1,
  dataType: 2,
  floatData: 4,
  int32Data: 5,
  name: 8,
  rawData: 9,
};
export const ElementType = { float: 1, float16: 10, double: 11 } as const;

export interface OnnxValue {
  readonly name: string;
  readonly elementType: number;
  /** Numbers, or names of free dimensions. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxTensor {
  readonly name: string;
  readonly elementType: number;
  readonly dims: readonly number[];
  /** Position in the file of raw_data, or of packed float_data. */
  readonly data?: { readonly start: number; readonly end: number };
}

export interface OnnxGraph {
  /** Without initializers. */
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly lastInitializer?: OnnxTensor;
  /** Names of files with tensors outside this one. */
  readonly externalFiles: readonly string[];
}

/** Reads headers only, by positioned reads: weights of half a gigabyte are skipped. @throws EngineError `model_unfit` */
export async function readOnnxGraph(path: string): Promise<OnnxGraph> {
  const file = await open(path);
  try {
    const reader = new FieldReader(file, (await file.stat()).size);
    return await readGraph(reader);
  } catch (cause) {
    if (cause instanceof Damaged)
      throw packError('model_unfit', `${path} is not an ONNX file: ${cause.message}.`, cause);
    throw cause;
  } finally {
    await file.close();
  }
}

async function readGraph(reader: FieldReader): Promise<OnnxGraph> {
  const graph = await lastField(reader, { start: 0, end: reader.size }, ModelField.graph);
  if (!graph) throw new Damaged('it has no graph');
  const [inputs, outputs]: [OnnxValue[], OnnxValue[]] = [[], []];
  const initializers = new Set<string>();
  let lastInitializer: OnnxTensor | undefined;
  for await (const field of reader.fields(graph)) {
    if (field.wire !== WireType.bytes) continue;
    if (field.number === GraphField.input) inputs.push(await readValue(reader, field));
    if (field.number === GraphField.output) outputs.push(await readValue(reader, field));
    if (field.number === GraphField.sparseInitializer) throw new Damaged('it has sparse tensors');
    if (field.number === GraphField.initializer) {
      const tensor = await readTensor(reader, field);
      initializers.add(tensor.name);
      lastInitializer = tensor;
    }
  }
  return {
    inputs: inputs.filter(({ name }) => !initializers.has(name)),
    outputs,
    externalFiles: [...(await externalFilesOf(reader))],
    ...(lastInitializer && { lastInitializer }),
  };
}

async function readTensor(reader: FieldReader, tensor: Field): Promise<OnnxTensor> {
  const dims: number[] = [];
  let [name, elementType] = ['', 0];
  let data: OnnxTensor['data'];
  for await (const field of reader.fields(tensor)) {
    if (field.number === TensorField.dims) dims.push(...(await reader.integers(field)));
    if (field.number === TensorField.dataType) elementType = field.value;
    if (field.number === TensorField.name) name = await reader.text(field);
    const isData = field.number === TensorField.rawData || field.number === TensorField.floatData;
    if (isData && field.wire === WireType.bytes) data = { start: field.start, end: field.end };
  }
  return { name, elementType, dims, ...(data && { data }) };
}

/** ValueInfoProto: name = 1, type = 2 { tensor_type = 1 { elem_type = 1, shape = 2 { dim = 1 { value = 1, param = 2 } } } } */
async function readValue(reader: FieldReader, value: Field): Promise<OnnxValue> {
  const nameField = await lastField(reader, value, 1);
  const name = nameField ? await reader.text(nameField) : '';
  const type = await lastField(reader, value, 2);
  const tensor = type && (await lastField(reader, type, 1));
  if (!tensor) return { name, elementType: 0, shape: [] };
  const elementType = (await lastField(reader, tensor, 1))?.value ?? 0;
  const shapeField = await lastField(reader, tensor, 2);
  const shape: (number | string)[] = [];
  if (shapeField) {
    for await (const dimension of reader.fields(shapeField)) {
      const size = await lastField(reader, dimension, 1);
      const parameter = await lastField(reader, dimension, 2);
      shape.push(size ? size.value : parameter ? await reader.text(parameter) : '?');
    }
  }
  return { name, elementType, shape };
}
