import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { bytes, message } from '../../../tools/models/onnx-format.mjs';
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
