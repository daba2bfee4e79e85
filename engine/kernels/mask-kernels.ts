/** `assembly/mask.ts`, `mask-shares.ts` and `occlusion.ts` document the parameters. */
export interface MaskKernels {
  skinProbability(rgb: number, expected: number, tolerance: number, count: number, skin: number): void;
  rampPlane(plane: number, count: number, from: number, to: number, smooth: boolean): void;
  joinCovers(
    rims: number,
    cover: number,
    beard: number,
    objects: number,
    lips: number,
    features: number,
    pigmented: number,
    certainFrom: number,
    certainAll: number,
    besideLips: number,
    count: number,
    skin: number,
    alpha: number,
  ): void;
  finishMask(
    alpha: number,
    skin: number,
    rims: number,
    cover: number,
    beard: number,
    feather: number,
    inside: number,
    transparentUpTo: number,
    opaqueFrom: number,
    count: number,
  ): void;
  addShares(
    plane: number,
    columns: number,
    rows: number,
    shares: number,
    side: number,
    across: number,
    down: number,
  ): void;
  ownCells(bare: number, lips: number, beard: number, covered: number, count: number, own: number): void;
  coverCells(cover: number, own: number, count: number): void;
  sumWeighed(rgb: number, weights: number, shares: number, least: number, count: number, sums: number): void;
  lipLikeness(
    rgb: number,
    lips: number,
    fromTarget: number,
    lids: number,
    red: number,
    light: number,
    count: number,
    likeness: number,
    sums: number,
  ): void;
  replaceNegative(plane: number, value: number, count: number): void;
}
