import { expect, test } from 'vitest';
import { cells, columnOf, plainGrid, pseudoNoise, rowOf } from '#tests/support/plain-grid';
import { applyToneToGrid } from '#tests/support/toned-grid';
import { fitColour } from './colour';
import { matchContrast } from './contrast';
import type { Grid } from '#engine/swap/geometry/grid/grid';
import { matchLips } from './lip-tone';
import type { Mask } from '#engine/swap/judge/mask';
import { addMembrane } from './membrane';
import { Workspace } from '#engine/swap/ops/workspace';
import { matchHue, relight } from './relight';
import { matchShade } from './shade';
import type { Tone } from './tone';

const workspace = new Workspace();
const middle = 10 * 20 + 10;

const toneOf = (grid: Grid, mask: Mask) => relight(grid, mask, fitColour(grid, mask), workspace);

function result(grid: Grid, tone: Tone): Float32Array {
  const toned = new Float32Array(3 * cells);
  applyToneToGrid(grid.warped, tone, toned);
  return toned;
}

const lightAt = (rgb: Float32Array, cell: number) => rgb[3 * cell] + rgb[3 * cell + 1] + rgb[3 * cell + 2];

const slope = (cell: number, share: number) => 1 + share * ((columnOf(cell) - 9.5) / 9.5);

test('side light follows the target', () => {
  const { grid, mask } = plainGrid(
    (cell) => [150, 110, 90].map((value) => value * slope(cell, -0.3)),
    (cell) => [200, 160, 140].map((value) => value * slope(cell, 0.25)),
  );
  const toned = result(grid, toneOf(grid, mask));
  for (const cell of [middle - 6, middle, middle + 6]) {
    expect(Math.abs(toned[3 * cell] - grid.target[3 * cell])).toBeLessThan(0.08 * grid.target[3 * cell]);
  }
});

test('shading at half the face’s scale comes from the source, at full scale from the target', () => {
  const side = 100;
  const wave = (length: number) => (cell: number) => Math.cos((2 * Math.PI * ((cell % side) - 50)) / (length * side));
  const swing = (rgb: Float32Array, from: number, to: number) =>
    lightAt(rgb, 50 * side + from) - lightAt(rgb, 50 * side + to);
  const skinWith = (light: (cell: number) => number) => (cell: number) =>
    [150, 120, 100].map((value) => value * (1 + 0.15 * light(cell)));
  const keptOf = (length: number, crest: number, trough: number) => {
    const { grid, mask } = plainGrid(
      skinWith(wave(length)),
      skinWith(() => 0),
      side,
    );
    const toned = new Float32Array(grid.warped.length);
    applyToneToGrid(grid.warped, toneOf(grid, mask), toned);
    return swing(toned, crest, trough) / swing(grid.warped, crest, trough);
  };
  expect(keptOf(0.5, 50, 25)).toBeGreaterThan(0.66);
  expect(keptOf(2, 50, 98)).toBeLessThan(0.45);
});

test('without visible target skin the source’s low-frequency light is kept', () => {
  const { grid, mask } = plainGrid(
    (cell) => [150, 110, 90].map((value) => value * slope(cell, -0.5)),
    () => [30, 30, 30],
  );
  mask.skin.fill(0);
  const { base, low } = toneOf(grid, mask);
  expect(low[3 * (middle - 8)] - low[3 * (middle + 8)]).toBeGreaterThan(40);
  for (const cell of [middle - 8, middle, middle + 8]) expect(Math.abs(base[3 * cell] - low[3 * cell])).toBeLessThan(1);
});

test('patches of coloured light in the source are removed', () => {
  const blue = (cell: number) => columnOf(cell) < 10;
  const { grid, mask } = plainGrid(
    (cell) => (blue(cell) ? [110, 110, 170] : [170, 120, 90]),
    () => [180, 140, 120],
  );
  const tone = toneOf(grid, mask);
  matchHue(grid, mask, tone);
  const toned = result(grid, tone);
  const warmth = (cell: number) => toned[3 * cell] - toned[3 * cell + 2];
  expect(Math.abs(warmth(middle - 5) - warmth(middle + 5))).toBeLessThan(15);
  expect(Math.abs(warmth(middle - 5) - 60)).toBeLessThan(15);
});

test('the white of the target’s shine does not turn skin without shine grey', () => {
  const skin = [200, 150, 125];
  const isShine = (cell: number) => columnOf(cell) > 7 && columnOf(cell) < 13 && rowOf(cell) > 7 && rowOf(cell) < 13;
  const { grid, mask } = plainGrid(
    () => [150, 112, 94],
    (cell) => (isShine(cell) ? [245, 235, 230] : skin),
  );
  const tone = toneOf(grid, mask);
  matchHue(grid, mask, tone);
  const toned = result(grid, tone);
  const saturation = (rgb: ArrayLike<number>, at: number) => (rgb[at] - rgb[at + 2]) / rgb[at];
  expect(saturation(toned, 3 * middle)).toBeGreaterThan(0.75 * saturation(skin, 0));
});

test('skin contrast matches the target’s', () => {
  const { grid, mask } = plainGrid(
    (cell) => [150, 120, 100].map((value) => value + 19 * pseudoNoise(cell)),
    (cell) => [150, 120, 100].map((value) => value + 12 * pseudoNoise(cell + 7)),
  );
  const tone = toneOf(grid, mask);
  const spread = (rgb: Float32Array) => {
    const lights = Array.from({ length: cells }, (_, i) => lightAt(rgb, i));
    const mean = lights.reduce((sum, light) => sum + light, 0) / cells;
    return Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / cells);
  };
  const before = spread(result(grid, tone));
  matchContrast(grid, mask, tone);
  expect(before).toBeGreaterThan(1.5 * spread(grid.target));
  expect(spread(result(grid, tone))).toBeLessThan(1.25 * spread(grid.target));
});

test('shade is warmer than plain skin, brows keep their hue', () => {
  const isShade = (cell: number) => columnOf(cell) % 4 === 0;
  const skin = [200, 160, 140];
  const shaded = () =>
    plainGrid(
      (cell) => skin.map((value) => (isShade(cell) ? 0.8 : 1) * value),
      () => skin,
    );
  const warmth = ({ grid, mask }: ReturnType<typeof shaded>) => {
    const toned = result(grid, toneOf(grid, mask));
    const [shade, plain] = [middle - 2, middle].map((cell) => toned[3 * cell] / toned[3 * cell + 2]);
    return shade / plain;
  };
  expect(isShade(middle - 2) && !isShade(middle)).toBe(true);
  expect(warmth(shaded())).toBeGreaterThan(1.03);
  const pigmented = shaded();
  pigmented.grid.pigmented.fill(1);
  expect(warmth(pigmented)).toBeCloseTo(1, 1);
});

test('deep shade of dark skin is reduced on pale skin', () => {
  const shade = (cell: number) => columnOf(cell) > 7 && columnOf(cell) < 12;
  const { grid, mask } = plainGrid(
    (cell) => (shade(cell) ? [40, 24, 18] : [80, 50, 38]),
    () => [225, 190, 170],
  );
  const tone = toneOf(grid, mask);
  const stained = result(grid, tone);
  matchShade(grid, mask, tone);
  const eased = result(grid, tone);
  expect(stained[3 * middle]).toBeLessThan(190);
  expect(225 - eased[3 * middle]).toBeLessThan(0.7 * (225 - stained[3 * middle]));
});

test('dark target skin keeps its shine, pale target skin takes the source’s', () => {
  const shine = (cell: number) => columnOf(cell) > 8 && columnOf(cell) < 12;
  const given = (skin: number[], source: number[]) => {
    const { grid, mask } = plainGrid(
      () => source,
      (cell) => (shine(cell) ? skin.map((value) => value + 60) : skin),
    );
    const tone = toneOf(grid, mask);
    const before = result(grid, tone);
    matchShade(grid, mask, tone);
    return lightAt(result(grid, tone), middle) - lightAt(before, middle);
  };
  expect(given([60, 38, 28], [225, 190, 170])).toBeGreaterThan(15);
  expect(given([195, 160, 140], [225, 190, 170])).toBeCloseTo(0, 5);
});

test('shade takes the hue of the skin', () => {
  const { grid, mask } = plainGrid(
    (cell) => [80, 50, 20].map((value) => value * (1 + 0.2 * pseudoNoise(cell))),
    () => [225, 190, 170],
  );
  const toned = result(grid, toneOf(grid, mask));
  for (let cell = 0; cell < cells; cell++) {
    if (toned[3 * cell] > 220) continue;
    expect(Math.abs(toned[3 * cell + 2] / toned[3 * cell] - 170 / 225)).toBeLessThan(0.06);
  }
});

test('lip lightness moves towards the target’s', () => {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const { grid, mask } = plainGrid(
    (cell) => (lip(cell) ? [120, 70, 70] : [220, 190, 175]),
    (cell) => (lip(cell) ? [90, 50, 45] : [95, 55, 40]),
  );
  for (let cell = 0; cell < cells; cell++) if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  const before = result(grid, tone)[3 * middle];
  matchLips(grid, tone, 0, 0);
  const after = result(grid, tone)[3 * middle];
  expect(before).toBeLessThan(75);
  expect(after).toBeGreaterThan(before + 5);
  expect(after).toBeLessThan(90);
});

test('skin beside lips does not become brighter when the lips do', () => {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const edge = (cell: number) => Math.abs(rowOf(cell) - 10) === 3;
  const { grid, mask } = plainGrid(
    (cell) => (lip(cell) ? [110, 20, 40] : [220, 190, 175]),
    (cell) => (lip(cell) ? [120, 75, 65] : [130, 90, 70]),
  );
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell) || edge(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  const before = result(grid, tone);
  matchLips(grid, tone, 0, 0);
  const after = result(grid, tone);
  const beside = 20 * 7 + 10;
  expect(lightAt(after, middle)).toBeGreaterThan(1.1 * lightAt(before, middle));
  expect(lightAt(after, beside)).toBeLessThan(1.05 * lightAt(before, beside));
});

const lipsOn = (skin: number[], lips: number[], targetSkin: number[], targetLips: number[], moustache = 0) => {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const { grid, mask } = plainGrid(
    (cell) => (lip(cell) ? lips : skin),
    (cell) => (lip(cell) ? targetLips : targetSkin),
  );
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  matchLips(grid, tone, 0, moustache);
  return [...result(grid, tone).subarray(3 * middle, 3 * middle + 3)];
};

test('skin in the outer half of the lip zone does not take the colour of lips', () => {
  const beside = 20 * 7 + 10;
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const colourOf = (cell: number) => {
    if (cell === beside) return [180, 140, 125];
    return lip(cell) ? [110, 20, 40] : [220, 190, 175];
  };
  const { grid, mask } = plainGrid(colourOf, (cell) => (lip(cell) ? [120, 75, 65] : [130, 90, 70]));
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  grid.lips[beside] = 0.45;
  const tone = toneOf(grid, mask);
  const before = result(grid, tone);
  matchLips(grid, tone, 0, 0);
  const after = result(grid, tone);
  const changed = (cell: number) => Math.abs(lightAt(after, cell) - lightAt(before, cell));
  expect(changed(middle)).toBeGreaterThan(20);
  expect(changed(beside)).toBe(0);
});

/** @returns lightness of a grey photo's lower lip, as light as its skin, over that of the skin; red over green, likewise */
function greyLipOn(targetSkin: number[], targetLips: number[]) {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const [upper, lower, skin] = [100, 158, 153].map((value) => [value, value, value]);
  const { grid, mask } = plainGrid(
    (cell) => (lip(cell) ? (rowOf(cell) < 10 ? upper : lower) : skin),
    (cell) => (lip(cell) ? targetLips : targetSkin),
  );
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  matchLips(grid, tone, 1, 0);
  const toned = result(grid, tone);
  const redness = (at: number) => toned[at] / toned[at + 1];
  return { light: lightAt(toned, middle) / lightAt(toned, 0), redness: redness(3 * middle) / redness(0) };
}

test('the light lips of a grey photo are darker than skin where they get the red of lipstick', () => {
  const { light, redness } = greyLipOn([212, 150, 109], [203, 84, 62]);
  expect(light).toBeLessThan(0.92);
  expect(redness).toBeGreaterThan(1.15);
  expect(redness).toBeLessThan(1.5);
});

test('dark lipstick stays red on lighter lips', () => {
  const [red, green, blue] = lipsOn([220, 190, 175], [110, 20, 40], [210, 170, 150], [170, 110, 105]);
  expect(red).toBeGreaterThan(2.2 * green);
  expect(red).toBeGreaterThan(1.8 * blue);
});

/** @returns the line between two lips, on a target's lips and skin */
function lineOn(line: number[], lips: number[], skin: number[], targetLips: number[], targetSkin: number[]) {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const { grid, mask } = plainGrid(
    (cell) => (rowOf(cell) === 10 ? line : lip(cell) ? lips : skin),
    (cell) => (lip(cell) ? targetLips : targetSkin),
  );
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  matchLips(grid, tone, 0, 0);
  return result(grid, tone).subarray(3 * middle);
}

test('the line between natural lips is not black but red', () => {
  const [red, green] = lineOn([74, 18, 19], [190, 115, 110], [225, 190, 175], [170, 105, 100], [200, 160, 140]);
  expect(red).toBeGreaterThan(2 * green);
});

test('on the same skin the line between natural lips is nearly as warm as in the photo', () => {
  const [lips, skin] = [
    [170, 115, 108],
    [205, 165, 150],
  ];
  const [red, , blue] = lineOn([70, 30, 25], lips, skin, lips, skin);
  const inPhoto = 70 / 25;
  expect(red / blue).toBeGreaterThan(0.8 * inPhoto);
  expect(red / blue).toBeLessThan(1.2 * inPhoto);
});

test('lipstick is calmer on a face without, and as it was on one with lipstick', () => {
  const [skin, crimson] = [
    [214, 180, 178],
    [170, 30, 66],
  ];
  const worn = lipsOn(skin, crimson, skin, crimson);
  const bare = lipsOn(skin, crimson, skin, [178, 120, 116]);
  const redness = ([red, green]: number[]) => red / green;
  const blueness = ([, green, blue]: number[]) => blue / green;
  expect(redness(worn)).toBeGreaterThan(0.85 * redness(crimson));
  expect(redness(bare)).toBeLessThan(0.55 * redness(worn));
  expect(redness(bare)).toBeGreaterThan(2);
  expect(blueness(bare)).toBeLessThan(1.2);
  expect(blueness(bare)).toBeLessThan(0.8 * blueness(worn));
});

test('below a moustache lips with lipstick are as light and nearly as red as lips without', () => {
  const [skin, crimson, targetSkin, targetLips] = [
    [214, 180, 170],
    [150, 25, 45],
    [200, 160, 140],
    [160, 105, 96],
  ];
  const light = (rgb: number[]) => rgb[0] + rgb[1] + rgb[2];
  const [bare, below] = [0, 1].map((moustache) => lipsOn(skin, crimson, targetSkin, targetLips, moustache));
  const redness = ([red, green]: number[]) => red / green;
  expect(redness(bare)).toBeGreaterThan(2.3);
  expect(redness(below)).toBeLessThan(1.9);
  expect(redness(below)).toBeGreaterThan(redness(targetLips));
  expect(light(targetLips) - light(below)).toBeLessThan(0.65 * (light(targetLips) - light(bare)));
});

test('where red light leaves nothing of blue, lips have a colour', () => {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const { grid, mask } = plainGrid(
    (cell) => (lip(cell) ? [170, 110, 105] : [220, 195, 180]),
    (cell) => (lip(cell) ? [190, 40, 6] : [230, 60, 8]),
  );
  for (let cell = 0; cell < cells; cell++)
    if (lip(cell)) grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  for (let cell = 0; cell < cells; cell++) tone.base[3 * cell + 2] = columnOf(cell) % 2 === 0 ? -20 : 14;
  matchLips(grid, tone, 0, 0);
  const toned = result(grid, tone);
  for (const cell of [middle, middle + 1]) expect(toned[3 * cell + 2]).toBeLessThan(40);
});

test('the target’s lipstick does not colour lips without', () => {
  const [red, green] = lipsOn([196, 124, 104], [178, 83, 86], [222, 169, 146], [204, 64, 92]);
  expect(red).toBeLessThan(1.85 * green);
});

test('lips without lipstick take more of the hue of paler lips than of redder ones', () => {
  const [skin, lips] = [
    [215, 175, 160],
    [190, 115, 112],
  ];
  const redness = (targetLips: number[]) => {
    const [red, green] = lipsOn(skin, lips, skin, targetLips);
    return red / green;
  };
  const [own, pale, red] = [lips, [175, 128, 118], [195, 100, 98]].map(redness);
  const towards = (after: number, [wantedRed, wantedGreen]: number[]) =>
    (after - own) / (wantedRed / wantedGreen - own);
  expect(towards(pale, [175, 128])).toBeGreaterThan(0.45);
  expect(towards(pale, [175, 128])).toBeLessThan(0.75);
  expect(towards(red, [195, 100])).toBeLessThan(0.35);
});

test('lips of ruddy skin do not turn purple on pale skin', () => {
  const [, green, blue] = lipsOn([194, 122, 103], [179, 84, 87], [209, 179, 161], [182, 126, 123]);
  expect(blue / green).toBeLessThan(1.045);
});

test('lipstick comes back as it was on the same face, also where it is darkest and at its edge', () => {
  const skin = [200, 165, 160];
  const upper = [120, 15, 30];
  const lower = [200, 65, 85];
  const edge = skin.map((value, k) => 0.6 * value + 0.4 * lower[k]);
  const colourOf = (cell: number) => {
    const row = rowOf(cell);
    if (row === 8 || row === 9) return upper;
    return row === 10 || row === 11 ? lower : row === 12 ? edge : skin;
  };
  const { grid, mask } = plainGrid(colourOf, colourOf);
  const shares: Record<number, number> = { 8: 1, 9: 1, 10: 1, 11: 1, 12: 0.4 };
  for (let cell = 0; cell < cells; cell++) {
    grid.lips[cell] = grid.pigmented[cell] = grid.anyPigmented[cell] = shares[rowOf(cell)] ?? 0;
  }
  const tone = toneOf(grid, mask);
  matchHue(grid, mask, tone);
  matchLips(grid, tone, 0, 0);
  const toned = result(grid, tone);
  for (const row of [8, 9, 10, 11, 12]) {
    const at = 3 * (20 * row + 10);
    for (let k = 0; k < 3; k++) expect(Math.abs(toned[at + k] - grid.warped[at + k]), `row ${row}`).toBeLessThan(16);
  }
});

test('the target’s own lips, where the source has skin, give it neither light nor hue', () => {
  const lip = (cell: number) => Math.abs(rowOf(cell) - 10) < 3;
  const { grid, mask } = plainGrid(
    () => [200, 160, 140],
    (cell) => (lip(cell) ? [170, 60, 70] : [190, 150, 130]),
  );
  for (let cell = 0; cell < cells; cell++) if (lip(cell)) grid.anyPigmented[cell] = 1;
  const tone = toneOf(grid, mask);
  matchHue(grid, mask, tone);
  matchShade(grid, mask, tone);
  const toned = result(grid, tone);
  expect(Math.abs(toned[3 * middle + 1] - 150)).toBeLessThan(8);
});

test('the membrane closes the step beside what stays the target’s', () => {
  const { grid, mask } = plainGrid(
    () => [150, 120, 100],
    () => [150, 120, 100],
  );
  const tone = toneOf(grid, mask);
  for (let cell = 0; cell < cells; cell++) grid.target.set([130, 100, 80], 3 * cell);
  for (let cell = 0; cell < cells; cell++) if (rowOf(cell) > 12) mask.alpha[cell] = 0;
  addMembrane(grid, mask, tone);
  const toned = result(grid, tone);
  expect(Math.abs(toned[3 * (12 * 20 + 10)] - 130)).toBeLessThan(4);
  expect(toned[3 * (3 * 20 + 10)]).toBeGreaterThan(toned[3 * (12 * 20 + 10)] + 4);
});

test('the membrane closes the step at the seam and hardly changes the middle of the face', () => {
  const { grid, mask } = plainGrid(
    () => [150, 120, 100],
    () => [150, 120, 100],
  );
  const rim = (cell: number) => Math.min(columnOf(cell), rowOf(cell), 19 - columnOf(cell), 19 - rowOf(cell)) < 2;
  const tone = toneOf(grid, mask);
  for (let cell = 0; cell < cells; cell++) {
    if (!rim(cell)) continue;
    grid.feather[cell] = 0;
    grid.target.set([130, 100, 80], 3 * cell);
  }
  addMembrane(grid, mask, tone);
  const toned = result(grid, tone);
  expect(Math.abs(toned[3 * (10 * 20)] - 130)).toBeLessThan(3);
  expect(toned[3 * middle]).toBeGreaterThan(toned[3 * (10 * 20 + 3)]);
});
