import { Damaged, WireType, type Extent, type Field, type FieldReader } from './protobuf';

/** The fields of a message that hold tensors: of NodeProto, AttributeProto, GraphProto and so on. */
interface Parts {
  [field: number]: Parts | 'tensor';
}
const sparseParts: Parts = { 1: 'tensor', 2: 'tensor' };
const attributeParts: Parts = { 5: 'tensor', 10: 'tensor', 22: sparseParts, 23: sparseParts };
const nodeParts: Parts = { 5: attributeParts };
const graphParts: Parts = { 1: nodeParts, 5: 'tensor', 15: sparseParts };
attributeParts[6] = attributeParts[11] = graphParts;
const modelParts: Parts = { 7: graphParts, 25: { 7: nodeParts, 11: attributeParts } };
const TensorField = { external: 13, location: 14 };

/** Of messages within messages; the limit of protobuf, by which the runtime reads the file. */
const MAX_LEVELS = 100;

/**
 * Names of the files that hold tensors outside this one, wherever they are named: the runtime loads those of constants,
 * subgraphs and functions, too.
 */
export const externalFilesOf = (reader: FieldReader): Promise<Set<string>> =>
  filesIn(reader, { start: 0, end: reader.size }, modelParts);

async function filesIn(reader: FieldReader, part: Extent, parts: Parts, level = 1): Promise<Set<string>> {
  if (level > MAX_LEVELS) throw new Damaged('it is nested too deeply');
  const files = new Set<string>();
  for await (const field of reader.fields(part)) {
    const inner = parts[field.number];
    if (!inner || field.wire !== WireType.bytes) continue;
    const names = inner === 'tensor' ? locationsOf(reader, field) : filesIn(reader, field, inner, level + 1);
    for (const name of await names) files.add(name);
  }
  return files;
}

async function locationsOf(reader: FieldReader, tensor: Field): Promise<string[]> {
  const locations: string[] = [];
  let isExternal = false;
  for await (const field of reader.fields(tensor)) {
    if (field.number === TensorField.location) isExternal = field.value === 1;
    if (field.number === TensorField.external) locations.push(...(await readLocation(reader, field)));
  }
  if (isExternal && locations.length === 0) throw new Damaged('a tensor is stored nowhere');
  return locations;
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
