export interface Figure {
  readonly title: string;
  readonly digits: number;
  readonly goal?: { readonly from?: number; readonly to?: number };
}

/** Lengths in percent of the eye distance, degrees, ratios over the original. */
export const figures = {
  lost: { title: 'faces lost', digits: 0, goal: { to: 0 } },
  strangers: { title: 'person count error', digits: 0, goal: { to: 0 } },
  thumbnails: { title: 'cosine of the thumbnails', digits: 2, goal: { from: 0.5 } },
  wrong: { title: 'frames with a wrong identity', digits: 0, goal: { to: 0 } },
  swapped: { title: 'faces swapped, % of swappable', digits: 0, goal: { from: 95 } },
  touched: { title: 'unselected faces changed, %', digits: 0, goal: { to: 0 } },
  toSource: { title: 'cosine to the source', digits: 2, goal: { from: 0.5 } },
  untouched: { title: '  … before the swap', digits: 2 },
  toTarget: { title: 'cosine to the target', digits: 2 },
  eyes: { title: 'eyes, % off', digits: 1, goal: { to: 2 } },
  lips: { title: 'lips, % off', digits: 1, goal: { to: 2.5 } },
  pose: { title: 'pose, ° off', digits: 1 },
  eyesTrue: { title: 'eyes, % off the exact truth', digits: 1 },
  eyesNet: { title: '  … of the original, as found', digits: 1 },
  lipsTrue: { title: 'lips, % off the exact truth', digits: 1 },
  lipsNet: { title: '  … of the original, as found', digits: 1 },
  seam: { title: 'seam ratio', digits: 2, goal: { to: 0.9 } },
  sharp: { title: 'sharpness ratio', digits: 2, goal: { from: 0.9, to: 1.1 } },
  jitter: { title: 'jitter ratio', digits: 2, goal: { to: 1 } },
  flicker: { title: 'flicker ratio', digits: 2, goal: { to: 1 } },
  pop: { title: 'largest pop, %', digits: 0, goal: { to: 40 } },
  painted: { title: 'occluder painted over, %', digits: 1, goal: { to: 2 } },
} satisfies Record<string, Figure>;

export type FigureKey = keyof typeof figures;
export const figureKeys = Object.keys(figures) as FigureKey[];

export type Measured = Partial<Record<FigureKey, number>>;

export interface Column {
  readonly name: string;
  readonly count: number;
  readonly measured: Measured;
}

export function meets(key: FigureKey, value: number): boolean {
  const { goal }: Figure = figures[key];
  const shown = Number(value.toFixed(figures[key].digits));
  return shown >= (goal?.from ?? -Infinity) && shown <= (goal?.to ?? Infinity);
}

export function goalOf(key: FigureKey): string {
  const { goal, digits }: Figure = figures[key];
  const [from, to] = [goal?.from?.toFixed(digits), goal?.to?.toFixed(digits)];
  if (from !== undefined && to !== undefined) return `${from}–${to}`;
  if (from !== undefined) return `≥ ${from}`;
  return to === undefined ? '' : Number(to) === 0 ? to : `≤ ${to}`;
}

/** Summed. */
const counts: readonly FigureKey[] = ['lost', 'strangers', 'wrong'];
/** Maximum counts. */
const worst: readonly FigureKey[] = ['pop'];

export function summarise(all: readonly Measured[]): Measured {
  const summary: Measured = {};
  for (const key of figureKeys) {
    const values = all.flatMap((measured) => measured[key] ?? []).filter(Number.isFinite);
    if (values.length === 0) continue;
    const sum = values.reduce((total, value) => total + value, 0);
    summary[key] = counts.includes(key) ? sum : worst.includes(key) ? Math.max(...values) : sum / values.length;
  }
  return summary;
}
