/** `assembly/relight.ts`, `shares.ts` and `seam.ts` document the parameters. */
export interface ToneKernels {
  comparableSkin(
    covered: number,
    fromTarget: number,
    pigmented: number,
    skin: number,
    most: number,
    least: number,
    count: number,
    weights: number,
  ): void;
  relightCells(
    mapped: number,
    mass: number,
    pigmented: number,
    brows: number,
    base: number,
    low: number,
    count: number,
    numbers: number,
    gain: number,
    shine: number,
    hue: number,
  ): void;
  discountShine(weights: number, target: number, base: number, from: number, to: number, count: number): void;
  hueConfidence(
    mass: number,
    pigmented: number,
    strength: number,
    full: number,
    less: number,
    count: number,
    confidence: number,
  ): void;
  plainSkin(covered: number, fromTarget: number, pigmented: number, skin: number, count: number, weights: number): void;
  easeShade(
    base: number,
    low: number,
    toned: number,
    excess: number,
    mass: number,
    pigmented: number,
    count: number,
    numbers: number,
  ): void;
  channelSums(rgb: number, count: number, sums: number): void;
  scaleByShare(
    rgb: number,
    shares: number,
    count: number,
    plain: number,
    red: number,
    green: number,
    blue: number,
  ): void;
  detailEnergy(lights: number, slow: number, feather: number, skin: number, pigmented: number, count: number): number;
  sumWhere(rgb: number, shares: number, excluded: number, least: number, count: number, sums: number): void;
  innerSkin(covered: number, feather: number, features: number, skin: number, count: number, weights: number): void;
  seamDifference(
    toned: number,
    target: number,
    feather: number,
    skin: number,
    covered: number,
    features: number,
    count: number,
    largest: number,
    inside: number,
    weights: number,
  ): void;
  addFading(base: number, change: number, feather: number, inside: number, count: number): void;
}
