import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { allocate, copyIn, kernels } from '#engine/kernels/memory';
import { changeInPlace, tonedCells, type Tone } from './tone';

/** Share of the grid's width. */
const radius = 0.018;
/** Log luminance. */
const allowance = 0.08;
const strength = 0.9;
const brighter = { from: 1.4, all: 2.2 };
/** Matte dark skin looks powdered. */
const darker = { from: 0.75, all: 0.45 };
const fullMass = 0.2;
const floor = 24;

const numbers = Float32Array.of(allowance, strength, brighter.from, brighter.all, darker.from, darker.all, fullMass);

/**
 * The source's shadows and shine stain paler skin; darker skin needs the target's shine. Runs between `relight` and
 * contrast.
 */
export function matchShade(grid: Grid, mask: Mask, tone: Tone): void {
  const { columns, rows } = grid;
  const cells = columns * rows;
  const blurRadius = Math.max(1, Math.round(radius * columns));
  changeInPlace(tone.base, (base) => {
    const toned = tonedCells(grid.warped, tone);
    const pigmented = copyIn(grid.pigmented);
    const mass = allocate(4 * cells);
    const excess = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const marked = copyIn(grid.anyPigmented);
    kernels().plainSkin(copyIn(grid.covered), copyIn(grid.fromTarget), marked, copyIn(mask.skin), cells, mass);
    kernels().luminanceDifference(toned, copyIn(grid.target), mass, cells, floor, excess);
    kernels().boxBlur(mass, columns, rows, blurRadius, 3, scratch, sums);
    kernels().boxBlur(excess, columns, rows, blurRadius, 3, scratch, sums);
    kernels().easeShade(base, copyIn(tone.low), toned, excess, mass, pigmented, cells, copyIn(numbers));
  });
}
