import type { Grid } from '#engine/swap/geometry/grid';
import { clamp, mix } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, type Tone } from './tone';

const buffers = { toned: floats() };

const minCells = 8;
/** 1 would undo lipstick. */
const strength = 0.4;
const hueStrength = 0.25;
const monochromeStrength = 0.8;
const [leastHue, mostHue] = [0.75, 1.3];

/** 0–255: less contrast between lips and skin cannot be scaled. */
const leastContrast = 8;
const [leastScale, mostScale] = [0.5, 1.2];

/**
 * Lips are hardly darker than dark skin: the skin ratio alone turns them black or chalky. Their hue, too, differs from
 * the skin's by an amount that depends on the light. Lightness is matched by the contrast of lips and skin, so that the
 * skin around them, which the lips' cells also contain, gets no pale rim.
 * @param monochrome of the source; 1 takes most hue from the target.
 */
export function matchLips(grid: Grid, tone: Tone, monochrome: number, workspace: Workspace): void {
  const toned = workspace.view(buffers.toned, grid.warped.length);
  applyToneToGrid(grid.warped, tone, toned);
  const [here, there, skin] = [toned, grid.target, tone.base].map((rgb) => meanOfLips(grid, rgb));
  if (!here || !there || !skin) return;
  const wanted = lightness(here) * clamp(lightness(there) / lightness(here), 0.5, 2) ** strength;
  const contrast = lightness(here) - lightness(skin);
  const scale =
    Math.abs(contrast) < leastContrast ? 1 : clamp((wanted - lightness(skin)) / contrast, leastScale, mostScale);
  const light = wanted / (lightness(skin) + scale * contrast);
  const hue = mix(hueStrength, monochromeStrength, monochrome);
  const factors = here.map((value, k) => {
    const share = (there[k] + 1) / lightness(there) / ((value + 1) / lightness(here));
    return light * clamp(share ** hue, leastHue, mostHue);
  });
  for (let i = 0; i < grid.lips.length; i++) {
    const lip = clamp(grid.lips[i], 0, 1);
    for (let k = 0, j = 3 * i; k < 3; k++, j++) {
      const factor = mix(1, factors[k], lip);
      tone.base[j] *= factor;
      tone.gain[j] *= factor * mix(1, scale, lip);
    }
  }
}

const lightness = (rgb: readonly number[]): number => (rgb[0] + rgb[1] + rgb[2]) / 3 + 1;

/** Undefined with too few cells. */
function meanOfLips(grid: Grid, rgb: Float32Array): number[] | undefined {
  const sums = [0, 0, 0];
  let cells = 0;
  for (let i = 0; i < grid.lips.length; i++) {
    if (grid.lips[i] < 0.9 || grid.kept[i] > 0) continue;
    for (let k = 0; k < 3; k++) sums[k] += rgb[3 * i + k];
    cells++;
  }
  return cells < minCells ? undefined : sums.map((sum) => sum / cells);
}
