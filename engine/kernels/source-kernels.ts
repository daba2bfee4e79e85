/** `assembly/complete.ts`, `even.ts`, `texels.ts` and `unwrap.ts` document the parameters. */
export interface SourceKernels {
  boundDetail(
    detail: number,
    zone: number,
    ears: number,
    plain: number,
    side: number,
    ear: number,
    count: number,
    logs: number,
  ): void;
  mirrorOffset(
    logs: number,
    confidence: number,
    plain: number,
    least: number,
    size: number,
    offset: number,
    both: number,
  ): void;
  blendMirrored(logs: number, confidence: number, from: number, all: number, size: number, offset: number): void;
  knownTexels(
    ids: number,
    confidence: number,
    below: number,
    feature: number,
    plain: number,
    from: number,
    all: number,
    size: number,
    sure: number,
    certain: number,
  ): void;
  mixPlanes(from: number, to: number, share: number, count: number, mixed: number): void;
  mixLogarithms(completed: number, whole: number, shares: number, count: number): void;
  logLightness(rgb: number, count: number, logs: number): void;
  logarithms(values: number, count: number, offset: number, logs: number): void;
  bandEnergy(
    finer: number,
    coarser: number,
    plain: number,
    strongest: number,
    count: number,
    band: number,
    energy: number,
  ): void;
  evenBand(
    change: number,
    band: number,
    energy: number,
    plain: number,
    least: number,
    excess: number,
    grain: number,
    size: number,
  ): void;
  scaleByExp(rgb: number, change: number, count: number): void;
  symmetriseShade(detail: number, shade: number, pigmented: number, eyes: number, strength: number, size: number): void;
  mirrorLight(logs: number, slow: number, eyes: number, strength: number, size: number, even: number): void;
  beside(eyes: number, confidence: number, count: number, weights: number): void;
  bareTexels(ids: number, seen: number, hidden: number, count: number, bare: number): void;
  freeTexels(visible: number, rims: number, chin: number, torn: number, count: number, free: number): void;
  outsideAsOne(ids: number, confidence: number, count: number, soft: number): void;
  featherConfidence(soft: number, confidence: number, count: number): void;
  squareMeans(plane: number, size: number, cell: number, means: number): void;
  timesEnlarged(plane: number, small: number, size: number, cell: number): void;
  skinWeights(confidence: number, feature: number, count: number, certain: number, trusted: number): void;
  divideLight(ids: number, rgb: number, light: number, floor: number, count: number, detail: number): void;
  multiplyLight(light: number, detail: number, floor: number, count: number, bytes: number): void;
  skinOrFeature(confidence: number, pigmented: number, count: number, inside: number): void;
  discountShadow(confidence: number, inside: number, pigmented: number, shade: number, count: number): void;
  addNumber(plane: number, value: number, count: number, sums: number): void;
  plainTexels(pigmented: number, count: number, plain: number): void;
  unwrap(
    image: number,
    width: number,
    height: number,
    ids: number,
    across: number,
    down: number,
    count: number,
    rgb: number,
  ): void;
  unwrapShares(
    plane: number,
    ids: number,
    across: number,
    down: number,
    count: number,
    shares: number,
    side: number,
    toMask: number,
  ): void;
}
