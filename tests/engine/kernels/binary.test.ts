import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { binaryFile, compileKernels } from '../../../scripts/kernels/compile.mjs';

test('engine/kernels/binary.ts is what its sources compile to: npm run kernels', async () => {
  expect(readFileSync(binaryFile, 'utf8')).toBe(await compileKernels());
});
