import { open, type FileHandle } from 'node:fs/promises';
import { packError } from './fault';

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
  external: 13,
  location: 14,
};
const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 };
export const ElementType = { float: 1, float16: 10, double: 11 } as const;

/** Graph inputs and initializers that a hostile file may have; real nets have some hundreds. */
const MAX_FIELDS = 200_000;
const MAX_DIMENSIONS = 64;
const MAX_VALUE_BYTES = 1 << 20;

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

class Damaged extends Error {}

interface Field {
  readonly number: number;
  readonly wire: number;
  readonly start: number;
  readonly end: number;
  /** Of a varint. */
  readonly value: number;
}

async function readGraph(reader: FieldReader): Promise<OnnxGraph> {
  const graph = await lastField(reader, { start: 0, end: reader.size }, ModelField.graph);
  if (!graph) throw new Damaged('it has no graph');
  const [inputs, outputs]: [OnnxValue[], OnnxValue[]] = [[], []];
  const initializers = new Set<string>();
  const externalFiles = new Set<string>();
  let lastInitializer: OnnxTensor | undefined;
  for await (const field of reader.fields(graph)) {
    if (field.wire !== WireType.bytes) continue;
    if (field.number === GraphField.input) inputs.push(await readValue(reader, field));
    if (field.number === GraphField.output) outputs.push(await readValue(reader, field));
    if (field.number === GraphField.sparseInitializer) throw new Damaged('it has sparse tensors');
    if (field.number === GraphField.initializer) {
      const { external, ...tensor } = await readTensor(reader, field);
      for (const name of external) externalFiles.add(name);
      initializers.add(tensor.name);
      lastInitializer = tensor;
    }
  }
  return {
    inputs: inputs.filter(({ name }) => !initializers.has(name)),
    outputs,
    externalFiles: [...externalFiles],
    ...(lastInitializer && { lastInitializer }),
  };
}

async function readTensor(reader: FieldReader, tensor: Field): Promise<OnnxTensor & { external: string[] }> {
  const dims: number[] = [];
  const external: string[] = [];
  let [name, elementType, isExternal] = ['', 0, false];
  let data: OnnxTensor['data'];
  for await (const field of reader.fields(tensor)) {
    if (field.number === TensorField.dims) dims.push(...(await reader.integers(field)));
    if (field.number === TensorField.dataType) elementType = field.value;
    if (field.number === TensorField.location) isExternal = field.value === 1;
    if (field.number === TensorField.name) name = await reader.text(field);
    if (field.number === TensorField.external) external.push(...(await readLocation(reader, field)));
    const isData = field.number === TensorField.rawData || field.number === TensorField.floatData;
    if (isData && field.wire === WireType.bytes) data = { start: field.start, end: field.end };
  }
  if (isExternal && external.length === 0) throw new Damaged(`tensor ${name} is stored nowhere`);
  return { name, elementType, dims, external, ...(data && { data }) };
}

/** StringStringEntryProto with the key `location`. */
async function readLocation(reader: FieldReader, entry: Field): Promise<string[]> {
  let [key, value] = ['', ''];
  for await (const field of reader.fields(entry)) {
    if (field.number === 1) key = await reader.text(field);
    if (field.number === 2) value = await reader.text(field);
  }
  return key === 'location' ? [value] : [];
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

type Extent = Pick<Field, 'start' | 'end'>;

async function lastField(reader: FieldReader, within: Extent, number: number): Promise<Field | undefined> {
  let found: Field | undefined;
  for await (const field of reader.fields(within)) if (field.number === number) found = field;
  return found;
}

/** Reads the file in blocks, so that small fields that follow one another need one read. */
class FieldReader {
  private block = Buffer.alloc(0);
  private blockStart = 0;
  private count = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  async *fields({ start, end }: Extent): AsyncGenerator<Field> {
    let position = start;
    while (position < end) {
      if (++this.count > MAX_FIELDS) throw new Damaged('it has too many parts');
      const tag = await this.varint(position, end);
      const field = await this.field(tag.value, tag.next, end);
      position = field.end;
      yield field;
    }
  }

  private async field(tag: number, position: number, end: number): Promise<Field> {
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (wire === WireType.varint) {
      const { value, next } = await this.varint(position, end);
      return { number, wire, start: position, end: next, value };
    }
    const header = wire === WireType.bytes ? await this.varint(position, end) : { value: NaN, next: position };
    const length = wire === WireType.fixed32 ? 4 : wire === WireType.fixed64 ? 8 : header.value;
    const last = header.next + length;
    if (!(last <= end)) throw new Damaged('a part reaches beyond its end');
    return { number, wire, start: header.next, end: last, value: NaN };
  }

  async text(field: Field): Promise<string> {
    return (await this.bytes(field.start, field.end)).toString('utf8');
  }

  /** Single or packed. */
  async integers(field: Field): Promise<number[]> {
    if (field.wire === WireType.varint) return [field.value];
    const values: number[] = [];
    for (let position = field.start; position < field.end;) {
      const { value, next } = await this.varint(position, field.end);
      if (values.push(value) > MAX_DIMENSIONS) throw new Damaged('a tensor has too many dimensions');
      position = next;
    }
    return values;
  }

  private async bytes(start: number, end: number): Promise<Buffer> {
    if (end - start > MAX_VALUE_BYTES) throw new Damaged('a name is too long');
    await this.fill(start, end);
    return this.block.subarray(start - this.blockStart, end - this.blockStart);
  }

  private async varint(position: number, end: number): Promise<{ value: number; next: number }> {
    const limit = Math.min(position + 10, end);
    await this.fill(position, limit);
    let value = 0;
    for (let at = position; at < limit; at++) {
      const byte = this.block[at - this.blockStart];
      value += (byte & 0x7f) * 2 ** (7 * (at - position));
      if (byte < 0x80) return { value, next: at + 1 };
    }
    throw new Damaged('it ends in the middle of a number');
  }

  private async fill(start: number, end: number): Promise<void> {
    if (start >= this.blockStart && end <= this.blockStart + this.block.length) return;
    const block = Buffer.alloc(Math.max(end - start, 4096));
    const { bytesRead } = await this.file.read(block, 0, Math.min(block.length, this.size - start), start);
    if (bytesRead < end - start) throw new Damaged('it ends too early');
    [this.block, this.blockStart] = [block.subarray(0, bytesRead), start];
  }
}
