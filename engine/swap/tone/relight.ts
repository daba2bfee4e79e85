import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import type { ColourMap } from './colour';
import { mapColours } from './colour';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { changeInPlace, tonedCells, type Tone } from './tone';

const buffers = {
  base: floats(),
  low: floats(),
  gain: floats(),
  shine: floats(),
  hue: floats(),
  darkHue: floats(),
  mapped: floats(),
};

const strength = 0.9;
/** Mass of comparable skin from which the target's light is certain. */
const fullMass = 0.05;
const fullHueMass = 0.1;
/** Shares of the grid's width. */
const lightRadius = 0.12;
const hueRadius = 0.045;
/** Partly coloured light. */
export const plainHue = 0.5;
/** Light that passed through skin is red. */
export const warmShade = [-0.12, 0.05, 0.12] as const;
const browHue = 0.5;
const lipHue = 0.85;
/** Near-black has hardly any hue: scaling it would turn brows blue. */
const darkHue = 0.2;
const [leastLight, mostLight] = [0.7, 1.3];
/** Of the target over its surroundings: shine is white, and its hue on skin without shine is grey. */
const shine = { from: 1.03, all: 1.15 };
/** 0–255. */
const maxHueShift = 60;
/** Above, brows and lips are not compared. */
const mostPigmented = 0.75;
/** Of the hue of brows and lips that stays. */
const lessPigmented = 0.6;

/**
 * Low frequencies are the target's (quotient image, Shashua and Riklin-Raviv, 2001), or the colour map's where the
 * target shows no skin.
 */
export function relight(grid: Grid, mask: Mask, colour: ColourMap, workspace: Workspace): Tone {
  const cells = grid.columns * grid.rows;
  const tone: Tone = {
    base: workspace.view(buffers.base, 3 * cells),
    low: workspace.view(buffers.low, 3 * cells),
    gain: workspace.view(buffers.gain, 3 * cells),
    shine: workspace.view(buffers.shine, cells),
    hue: workspace.view(buffers.hue, cells),
    darkHue: workspace.view(buffers.darkHue, cells).fill(darkHue),
  };
  withScratch(() => {
    const mass = allocate(4 * cells);
    lowPassBoth(grid, mask, mass, tone);
    const mapped = workspace.view(buffers.mapped, 3 * cells);
    mapColours(colour, tone.low, mapped);
    relightCells(grid, mapped, mass, tone);
  });
  return tone;
}

/** Writes `base` and `low`. @param mass address, written: blurred weights. */
function lowPassBoth(grid: Grid, mask: Mask, mass: number, { base, low }: Tone): void {
  const { columns, rows, warped, target } = grid;
  const radius = Math.max(1, Math.round(lightRadius * columns));
  const cells = columns * rows;
  withScratch(() => {
    const trusted = comparableSkin(grid, mask, 1e-5);
    const plane = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const slow = allocate(12 * cells);
    floatsAt(mass, cells).set(floatsAt(trusted, cells));
    kernels().boxBlur(mass, columns, rows, radius, 3, scratch, sums);
    const lowPass = (colours: number, result: Float32Array) => {
      kernels().lowPassColours(colours, trusted, mass, columns, rows, radius, slow, plane, scratch, sums);
      result.set(floatsAt(slow, 3 * cells));
    };
    lowPass(copyIn(warped), low);
    lowPass(copyIn(target), base);
  });
}

function relightCells(grid: Grid, mapped: Float32Array, mass: number, tone: Tone): void {
  const cells = grid.columns * grid.rows;
  const numbers = Float32Array.of(strength, fullMass, ...warmShade, plainHue, lipHue, browHue);
  withScratch(() => {
    const from = copyIn(mapped);
    const pigmented = copyIn(grid.pigmented);
    const brows = copyIn(grid.brows);
    const base = copyIn(tone.base);
    const low = copyIn(tone.low);
    const settings = copyIn(numbers);
    const gain = allocate(12 * cells);
    const shines = allocate(4 * cells);
    const hues = allocate(4 * cells);
    kernels().relightCells(from, mass, pigmented, brows, base, low, cells, settings, gain, shines, hues);
    tone.base.set(floatsAt(base, 3 * cells));
    tone.gain.set(floatsAt(gain, 3 * cells));
    tone.shine.set(floatsAt(shines, cells));
    tone.hue.set(floatsAt(hues, cells));
  });
}

/** Address of a plane, within the caller's scratch. */
function comparableSkin({ covered, fromTarget, anyPigmented }: Grid, { skin }: Mask, least: number): number {
  const weights = allocate(skin.byteLength);
  withScratch(() => {
    const shown = copyIn(covered);
    const moved = copyIn(fromTarget);
    const dark = copyIn(anyPigmented);
    kernels().comparableSkin(shown, moved, dark, copyIn(skin), mostPigmented, least, skin.length, weights);
  });
  return weights;
}

export function matchHue(grid: Grid, mask: Mask, tone: Tone): void {
  const { columns, rows } = grid;
  const cells = columns * rows;
  const radius = Math.max(1, Math.round(hueRadius * columns));
  changeInPlace(tone.base, (base) => {
    const weights = comparableSkin(grid, mask, 0);
    const toned = tonedCells(grid.warped, tone);
    const target = copyIn(grid.target);
    const mass = allocate(4 * cells);
    const scratch = allocate(4 * cells);
    const sums = allocate(8 * (columns + 1));
    const confidence = allocate(4 * cells);
    const planes = allocate(12 * cells);
    kernels().discountShine(weights, target, base, shine.all, shine.from, cells);
    floatsAt(mass, cells).set(floatsAt(weights, cells));
    kernels().boxBlur(mass, columns, rows, radius, 3, scratch, sums);
    const pigmented = copyIn(grid.pigmented);
    kernels().hueConfidence(mass, pigmented, strength, fullHueMass, lessPigmented, cells, confidence);
    kernels().hueDifference(toned, target, weights, cells, leastLight, mostLight, planes);
    for (let k = 0; k < 3; k++) kernels().boxBlur(planes + 4 * k * cells, columns, rows, radius, 3, scratch, sums);
    kernels().shiftHue(base, planes, mass, confidence, cells, maxHueShift);
  });
}
