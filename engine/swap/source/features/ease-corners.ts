import { mouthCorners } from '#engine/mesh/topology';
import { ramp } from '#engine/swap/ops/curves';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';

/** Share of the atlas around a corner of the mouth. */
const reach = 0.03;
/** Share of the skin around it that may be darker than usual: hair. */
const dark = 0.1;
/** Logarithm of light below that: a dimple. */
const dimple = 0.1;
const lift = 0.85;

/**
 * The line between closed lips ends outside of the landmarks of their corners. Where the rest of it has gone, its ends
 * would be dark hooks. They become as bright as the skin around them; hairs of a beard stay.
 * @param detail size² × 3; changed
 */
export function easeCorners(detail: Float32Array, layout: AtlasLayout): void {
  for (const vertex of [mouthCorners.left, mouthCorners.right]) easeCorner(detail, layout, vertex);
}

function easeCorner(detail: Float32Array, layout: AtlasLayout, vertex: number): void {
  const { size, positions } = layout;
  const lips = zoneOverAtlas(layout, lipZone);
  const radius = reach * size;
  const [x, y] = [positions[3 * vertex], positions[3 * vertex + 1]];
  const texels: { i: number; share: number }[] = [];
  const around: number[] = [];
  for (let row = Math.ceil(y - 2 * radius); row < y + 2 * radius; row++) {
    for (let column = Math.ceil(x - 2 * radius); column < x + 2 * radius; column++) {
      const i = row * size + column;
      const share = ramp(1.3, 0.8, Math.hypot(column + 0.5 - x, row + 0.5 - y) / radius);
      if (share > 0) texels.push({ i, share: lift * share * ramp(1, 0.8, lips[i]) });
      else if (lips[i] < 0.1) around.push(i);
    }
  }
  // Each channel for itself, because deep shade is red.
  for (let k = 0; k < 3; k++) {
    const logs = Float32Array.from(around, (i) => logarithm(detail[3 * i + k])).sort();
    const darkest = logs[Math.floor(dark * logs.length)] - dimple;
    for (const { i, share } of texels) {
      const missing = darkest - logarithm(detail[3 * i + k]);
      if (missing > 0) detail[3 * i + k] *= Math.exp(share * missing);
    }
  }
}

const logarithm = (value: number): number => Math.log(value + 1e-3);
