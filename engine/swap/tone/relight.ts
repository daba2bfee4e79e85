import { allocate, withScratch, copyIn, floatsAt, kernels } from '#engine/kernels/memory';
import type { ColourMap } from './colour';
import { mapColours } from './colour';
import type { Grid } from '#engine/swap/geometry/grid';
import type { Mask } from '#engine/swap/judge/mask';
import { lowPassColours, gaussianBlur } from '#engine/swap/ops/box-blur';
import { mix, ramp } from '#engine/swap/ops/curves';
import { floats, type Workspace } from '#engine/swap/ops/workspace';
import { applyToneToGrid, boundedRatio, channelFactor, gainFor, hueFor, shineFor, type Tone } from './tone';

const buffers = {
  base: floats(),
  low: floats(),
  gain: floats(),
  shine: floats(),
  hue: floats(),
  mapped: floats(),
  weights: floats(),
  trusted: floats(),
  mass: floats(),
  toned: floats(),
  hueMass: floats(),
  confidence: floats(),
};

const strength = 0.9;
/** Shares of the grid's width. */
const lightRadius = 0.12;
const hueRadius = 0.045;
/** Partly coloured light. */
const plainHue = 0.5;
/** Light that passed through skin is red. */
const warmShade = [-0.12, 0.05, 0.12] as const;
const browHue = 0.5;
const lipHue = 0.85;
const [leastLight, mostLight] = [0.7, 1.3];
/** Of the target over its surroundings: shine is white, and its hue on skin without shine is grey. */
const shine = { from: 1.03, all: 1.15 };
/** 0–255. */
const maxHueShift = 60;

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
  };
  const weights = comparableSkin(grid, mask, workspace);
  const radius = Math.max(1, Math.round(lightRadius * grid.columns));
  const mass = lowPassBoth(grid, weights, radius, tone, workspace);
  const mapped = workspace.view(buffers.mapped, 3 * cells);
  mapColours(colour, tone.low, mapped);
  for (let i = 0; i < cells; i++) {
    const confidence = strength * Math.min(1, mass[i] / 0.05);
    for (let j = 3 * i; j < 3 * i + 3; j++) tone.base[j] = mix(Math.max(0, mapped[j]), tone.base[j], confidence);
    const ratio = boundedRatio(lightAt(tone.base, i), lightAt(tone.low, i));
    const gain = gainFor(ratio);
    const plain = 1 - Math.min(1, grid.pigmented[i]);
    for (let k = 0, j = 3 * i; k < 3; k++, j++) {
      tone.gain[j] = gain * channelFactor(ratio, tone.base[j], tone.low[j]) * (1 + plain * warmShade[k]);
    }
    tone.shine[i] = shineFor(ratio, gain);
    tone.hue[i] = mix(hueFor(ratio) * plainHue, pigmentedHue(grid.brows[i]), Math.min(1, grid.pigmented[i]));
  }
  return tone;
}

const pigmentedHue = (brow: number): number => mix(lipHue, browHue, Math.min(1, brow));

const lightAt = (rgb: Float32Array, i: number): number => (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3;

function comparableSkin(grid: Grid, mask: Mask, workspace: Workspace): Float32Array {
  const weights = workspace.view(buffers.weights, mask.skin.length);
  for (let i = 0; i < weights.length; i++) {
    const isFeature = grid.pigmented[i] > 0.75 || grid.ownFeatures[i] > 0.5;
    weights[i] = isFeature ? 0 : grid.covered[i] * (1 - grid.kept[i]) * mask.skin[i];
  }
  return weights;
}

function lowPassBoth(
  grid: Grid,
  weights: Float32Array,
  radius: number,
  tone: Tone,
  workspace: Workspace,
): Float32Array {
  const cells = weights.length;
  const trusted = workspace.view(buffers.trusted, cells);
  const mass = workspace.view(buffers.mass, cells);
  for (let i = 0; i < cells; i++) trusted[i] = weights[i] + 1e-5;
  mass.set(trusted);
  gaussianBlur(mass, grid.columns, grid.rows, radius);
  lowPassColours(grid.warped, trusted, mass, grid.columns, grid.rows, radius, tone.low);
  lowPassColours(grid.target, trusted, mass, grid.columns, grid.rows, radius, tone.base);
  return mass;
}

export function matchHue(grid: Grid, mask: Mask, tone: Tone, workspace: Workspace): void {
  const cells = mask.skin.length;
  const radius = Math.max(1, Math.round(hueRadius * grid.columns));
  const weights = comparableSkin(grid, mask, workspace);
  for (let i = 0; i < cells; i++)
    weights[i] *= ramp(shine.all, shine.from, lightAt(grid.target, i) / (lightAt(tone.base, i) + 1));
  const toned = workspace.view(buffers.toned, 3 * cells);
  applyToneToGrid(grid.warped, tone, toned);
  const mass = workspace.view(buffers.hueMass, cells);
  mass.set(weights);
  gaussianBlur(mass, grid.columns, grid.rows, radius);
  const confidence = workspace.view(buffers.confidence, cells);
  for (let i = 0; i < cells; i++)
    confidence[i] = strength * Math.min(1, mass[i] / 0.1) * (1 - 0.6 * Math.min(1, grid.pigmented[i]));
  const { columns, rows, target } = grid;
  withScratch(() => {
    const [from, to, weighed, masses, shares, bases] = [toned, target, weights, mass, confidence, tone.base].map(
      copyIn,
    );
    const planes = allocate(3 * weights.byteLength);
    kernels().hueDifference(from, to, weighed, cells, leastLight, mostLight, planes);
    const [scratch, sums] = [allocate(weights.byteLength), allocate(8 * (columns + 1))];
    for (let k = 0; k < 3; k++) kernels().boxBlur(planes + 4 * k * cells, columns, rows, radius, 3, scratch, sums);
    kernels().shiftHue(bases, planes, masses, shares, cells, maxHueShift);
    tone.base.set(floatsAt(bases, tone.base.length));
  });
}
