import { expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { triangles } from '#engine/mesh/topology';
import type { Canvas } from '#engine/swap/geometry/canvas';
import { interpolatePlane, triangleGradients } from '#engine/swap/geometry/gradients';
import { Workspace } from '#engine/swap/ops/workspace';
import { rasterize } from '#engine/swap/geometry/raster';
import { brows, cheekZone, feather, features, lipZone } from '#engine/swap/geometry/vertex-weights';
import { packZones, interpolateZones } from './zones';

test('zones interpolated together equal those interpolated singly', async () => {
  const { landmarks } = await faceView('lin');
  const canvas: Canvas = { region: { x: 40, y: 30, width: 700, height: 900 }, cell: 8, columns: 88, rows: 113 };
  const { region, cell, columns, rows } = canvas;
  const workspace = new Workspace();
  const ids = new Int16Array(columns * rows);
  rasterize(landmarks, region, cell, ids, workspace);
  const weights = { feather, features, brows, lipZone, cheekZone };
  const spread = interpolateZones(packZones(weights), ids, landmarks, canvas, workspace);
  for (const [name, values] of Object.entries(weights)) {
    const gradients = new Float64Array(3 * triangles.count);
    triangleGradients(landmarks, region, cell, values, 1, 0, gradients);
    const plane = new Float32Array(columns * rows);
    interpolatePlane(ids, columns, rows, gradients, plane);
    const worst = spread[name as keyof typeof weights].reduce(
      (most, v, i) => Math.max(most, Math.abs(v - plane[i])),
      0,
    );
    expect(worst).toBeLessThan(1e-5);
  }
});
