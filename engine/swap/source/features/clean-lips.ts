import { TriangleClass, triangles } from '#engine/mesh/topology';
import { uncovered } from '#engine/swap/geometry/raster';
import { lipZone } from '#engine/swap/geometry/vertex-weights';
import { median, mix, ramp } from '#engine/swap/ops/curves';
import { boxOfZone, oncePerLayout, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import { easeCorners } from './ease-corners';
import type { Layers } from '#engine/swap/source/photo/layers';
import { lightness, logarithms, redness } from '#engine/swap/source/atlas/planes';

/** Shares of the atlas: texels beside the slit that show teeth or the mouth's shadow, where the landmarks miss the edge. */
const edgeShare = 0.012;
/** How far lips darken towards each other. */
const shadeShare = 0.007;
/** Light between them has passed through them: red. The lower lip lies in the light. */
const shade = { upper: [0.3, 0.4, 0.4], lower: [0.1, 0.14, 0.14] } as const;
/** Logarithm of light below the lips' median: darker is the mouth's shadow in its corners. */
const darkest = 0.35;
const lift = 0.65;
/** Above it: brighter is the shine of an upper lip that a laugh has stretched, white specks on a calm one. */
const brightest = 0.3;
const dim = 0.7;
/** Logarithm of light above the lips' median: skin within their landmarks. */
const skin = { from: 0.1, all: 0.3 };
/** Logarithm of light relative to skin, at most: more is shine. */
const shine = 0.05;

/** Logarithms over the lips' medians: brighter, and less red, are teeth. */
const teeth = { brighter: 0.25, paler: 0.1 } as const;

/**
 * Lips that touched in the photo keep their own line.
 * @param openness of the mouth; the landmarks of slightly open lips may lie on the teeth.
 * @returns how far `cleanLips` is needed, 0–1.
 */
export function lipsApart(layers: Layers, layout: AtlasLayout, openness: number): number {
  return Math.max(ramp(0.03, 0.1, openness), ramp(0.1, 0.3, teethShare(layers, layout)));
}

/**
 * The inner edges of the lips: lips that were open in the photo bring specks of teeth and the mouth's shadow between
 * closed ones. They become lips that darken towards the slit.
 */
export function cleanLips(layers: Layers, layout: AtlasLayout): Layers {
  const detail = layers.detail.slice();
  const slits = slitColumns(layout, lipZone);
  for (const slit of slits) cleanColumn(detail, layout.size, slit);
  const middle = slits.reduce((sum, { top, bottom }) => sum + (top + bottom) / 2, 0) / slits.length;
  const { y, height } = boxOfZone(layout, lipZone);
  const [first, end] = [y * layout.size, (y + height) * layout.size];
  const lips = lipsOf(layout, lipZone).subarray(first, end);
  boundLight(detail.subarray(3 * first, 3 * end), lips, layout.size, Math.round(middle) - y);
  easeCorners(detail, layout);
  return { ...layers, detail };
}

/** Of the columns of the slit. */
function teethShare({ detail }: Layers, layout: AtlasLayout): number {
  const { y, height } = boxOfZone(layout, lipZone);
  const first = y * layout.size;
  const end = first + height * layout.size;
  const logs = logarithms(detail.subarray(3 * first, 3 * end), 0);
  const usual = usualColour(logs, lipsOf(layout, lipZone).subarray(first, end), 0, end - first);
  const [usualLight, usualRed] = [lightness(usual, 0), redness(usual, 0)];
  const edge = Math.round((edgeShare / 2) * layout.size);
  const slits = slitColumns(layout, lipZone);
  const toothed = slits.filter((slit) => {
    let brightest = slit.top * layout.size + slit.x - first;
    for (let row = slit.top - edge; row <= slit.bottom + edge; row++) {
      const i = row * layout.size + slit.x - first;
      if (lightness(logs, i) > lightness(logs, brightest)) brightest = i;
    }
    const isBright = lightness(logs, brightest) > usualLight + teeth.brighter;
    return isBright && redness(logs, brightest) < usualRed - teeth.paler;
  });
  return toothed.length / slits.length;
}

interface Slit {
  readonly x: number;
  /** Rows of the inside of the mouth. */
  readonly top: number;
  readonly bottom: number;
  /** 0 in the corners, 1 in the middle. */
  readonly middle: number;
}

const slitColumns = oncePerLayout((layout, zone: Float32Array): readonly Slit[] => {
  const { size, ids } = layout;
  const lips = boxOfZone(layout, zone);
  const slits: { x: number; top: number; bottom: number }[] = [];
  for (let x = lips.x; x < lips.x + lips.width; x++) {
    let top = size;
    let bottom = -1;
    for (let y = lips.y; y < lips.y + lips.height; y++) {
      const id = ids[y * size + x];
      if (id === uncovered || triangles.classes[id] !== TriangleClass.mouth) continue;
      top = Math.min(top, y);
      bottom = y;
    }
    if (bottom >= 0) slits.push({ x, top, bottom });
  }
  const fade = 2 * edgeShare * size;
  return slits.map((slit, i) => ({ ...slit, middle: Math.min(1, (i + 1) / fade, (slits.length - i) / fade) }));
});

/** Rows beside the slit mirror those beyond them. */
function cleanColumn(detail: Float32Array, size: number, { x, top, bottom, middle }: Slit): void {
  const edge = Math.round(edgeShare * size * middle);
  const reach = shadeShare * size;
  const at = (y: number) => 3 * (y * size + x);
  for (const [first, away, darker] of [
    [top - 1, -1, shade.upper],
    [bottom + 1, 1, shade.lower],
  ] as const) {
    for (let d = 0; d < 3 * edge; d++) {
      const from = at(first + away * (d < edge ? 2 * edge - 1 - d : d));
      const near = middle * Math.exp(-((d / reach) ** 2));
      for (let k = 0; k < 3; k++) detail[at(first + away * d) + k] = (1 - near * darker[k]) * detail[from + k];
    }
  }
  for (let y = top; y <= bottom; y++) {
    const share = (y - top + 1) / (bottom - top + 2);
    for (let k = 0; k < 3; k++) detail[at(y) + k] = mix(detail[at(top - 1) + k], detail[at(bottom + 1) + k], share);
  }
}

/** size², 0–1. Do not modify: shared. */
const lipsOf = oncePerLayout((layout, zone: Float32Array): Float32Array => {
  const shares = zoneOverAtlas(layout, zone);
  const lips = new Float32Array(shares.length);
  for (let i = 0; i < lips.length; i++) if (layout.ids[i] !== uncovered) lips[i] = ramp(0.9, 1, shares[i]);
  return lips;
});

/** @param middle row between the lips */
function boundLight(detail: Float32Array, lips: Float32Array, size: number, middle: number): void {
  const logs = logarithms(detail, 0);
  const split = middle * size;
  const [upper, lower] = [usualColour(logs, lips, 0, split), usualColour(logs, lips, split, lips.length)];
  const below = belowEdge(logs, lips, size, lightness(upper, 0));
  for (let i = 0; i < lips.length; i++) {
    if (lips[i] === 0) continue;
    const usual = i < split ? upper : lower;
    for (let k = 0; k < 3; k++) {
      const missing = usual[k] - darkest - logs[3 * i + k];
      const most = usual[k] + brightest;
      const excess = logs[3 * i + k] - mix(Math.max(shine, most), most, below[i]);
      if (missing > 0) detail[3 * i + k] *= Math.exp(lips[i] * lift * missing);
      if (excess > 0 && i < split) detail[3 * i + k] *= Math.exp(-lips[i] * dim * excess);
    }
  }
}

/**
 * 1 below the first texel of a column that is as dark as a lip. Above lies skin, where the landmarks miss the edge.
 * @param usual logarithm of light
 */
function belowEdge(logs: Float32Array, lips: Float32Array, size: number, usual: number): Float32Array {
  const below = new Float32Array(lips.length);
  for (let i = 0; i < lips.length; i++) {
    if (lips[i] === 0) continue;
    below[i] = Math.max(ramp(skin.all, skin.from, lightness(logs, i) - usual), below[i - size] ?? 0);
  }
  return below;
}

/** Medians of the channels' logarithms. */
function usualColour(logs: Float32Array, lips: Float32Array, from: number, to: number): number[] {
  const inside: number[] = [];
  for (let i = from; i < to; i++) if (lips[i] === 1) inside.push(i);
  return [0, 1, 2].map((k) => median(inside.map((i) => logs[3 * i + k])));
}
