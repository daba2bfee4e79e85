import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { bytes, integer, message } from '../../../tools/models/onnx-format.mjs';
import { readOnnxGraph } from './onnx-file';

function readModel(...parts: Buffer[]) {
  const file = path.join(scratchFolder(), 'net.onnx');
  writeFileSync(file, message(...parts));
  return readOnnxGraph(file);
}

const inGraph = (field: number, content: Buffer) => bytes(7, bytes(field, content));

test('a tensor with endless dimensions is refused', async () => {
  const tensor = bytes(1, Buffer.alloc(500_000, 1));
  await expect(readModel(inGraph(5, tensor))).rejects.toMatchObject({
    code: 'model_unfit',
    message: expect.stringContaining('a tensor has too many dimensions'),
  });
});

const outside = message(bytes(13, message(bytes(1, 'location'), bytes(2, 'weights.bin'))), integer(14, 1));
const constant = (attributeField: number, content: Buffer = outside) => bytes(5, bytes(attributeField, content));

test.each([
  ['an initializer', inGraph(5, outside)],
  ['a constant', inGraph(1, constant(5))],
  ['a list of tensors', inGraph(1, constant(10))],
  ['the values of a sparse constant', inGraph(1, constant(22, bytes(1, outside)))],
  ['a subgraph', inGraph(1, constant(6, bytes(5, outside)))],
  ['a constant of a subgraph', inGraph(1, constant(6, bytes(1, constant(5))))],
  ['a function', Buffer.concat([inGraph(2, Buffer.from('g')), bytes(25, bytes(7, constant(5)))])],
  ['a default of a function', Buffer.concat([inGraph(2, Buffer.from('g')), bytes(25, bytes(11, bytes(5, outside)))])],
  ['a first of two graphs, which are merged', Buffer.concat([inGraph(5, outside), inGraph(2, Buffer.from('g'))])],
])('the file with the tensor of %s is found', async (_what, model) => {
  expect((await readModel(model)).externalFiles).toEqual(['weights.bin']);
});

test('a net with graphs within graphs without end is refused', async () => {
  let graph: Buffer = Buffer.alloc(0);
  for (let i = 0; i < 100; i++) graph = bytes(1, constant(6, graph));
  await expect(readModel(bytes(7, graph))).rejects.toMatchObject({
    code: 'model_unfit',
    message: expect.stringContaining('nested too deeply'),
  });
});
