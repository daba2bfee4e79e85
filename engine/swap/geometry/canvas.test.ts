import { expect, test } from 'vitest';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { canvasFor } from './canvas';

test('of a huge face, a strip of less than two cells is too little', () => {
  const side = 2400; // pixels: cells of 20
  const face = Float32Array.from({ length: 3 * meshVertexCount }, (_, at) => (at % 2) * side);
  const strip = (width: number) => canvasFor({ width, height: side, data: new Uint8Array() }, face);
  expect(strip(21)).toMatchObject({ cell: 20, columns: 2 });
  expect(strip(20)).toBeUndefined();
});
