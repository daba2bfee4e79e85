import type { Table } from '#tests/bench/table';
import type { Named } from './names';
import { distance, VERIFIED, type Descriptor } from './recognition-net';

interface Known extends Named {
  readonly descriptor: Descriptor;
}

export interface Swapped {
  readonly descriptor: Descriptor;
  readonly toSource: number;
  readonly toTarget: number;
}

export interface PairResult {
  readonly source: Named;
  /** A reason if there is no result. */
  readonly outcome: Swapped | string;
}

export interface IdentityFigures {
  readonly pairs: number;
  /** By the engine. The other figures leave them out. */
  readonly refused: number;
  /** Swapped, but no face is found in the result. */
  readonly lost: number;
  readonly toSource: number;
  readonly toTarget: number;
  /** Share of results that count as the source's person. */
  readonly verified: number;
  /** Share of results whose nearest picture, except the source itself, shows the source's person. */
  readonly nearest: number;
}

export const NO_FACE_IN_RESULT = 'no face in the result';

export function identityFigures(results: readonly PairResult[], gallery: readonly Known[]): IdentityFigures {
  const swapped = results.flatMap(({ source, outcome }) =>
    typeof outcome === 'string' ? [] : [{ source, ...outcome }],
  );
  const lost = results.filter(({ outcome }) => outcome === NO_FACE_IN_RESULT).length;
  const recognisable = swapped.filter(({ source }) => others(gallery, source).some(isPersonOf(source)));
  return {
    pairs: results.length,
    refused: results.length - swapped.length - lost,
    lost,
    toSource: mean(swapped.map(({ toSource }) => toSource)),
    toTarget: mean(swapped.map(({ toTarget }) => toTarget)),
    verified: mean(swapped.map(({ toSource }) => (toSource < VERIFIED ? 1 : 0))),
    nearest: mean(
      recognisable.map(({ source, descriptor }) =>
        isPersonOf(source)(nearestTo(descriptor, others(gallery, source))) ? 1 : 0,
      ),
    ),
  };
}

/** Means between the untouched pictures: of one person, and of two. */
export function untouchedDistances(gallery: readonly Known[]): { same: number; strangers: number } {
  const pairs = gallery.flatMap((a, i) => gallery.slice(i + 1).map((b) => [a, b] as const));
  const between = (isSame: boolean) =>
    mean(
      pairs
        .filter(([a, b]) => (a.person === b.person) === isSame)
        .map(([a, b]) => distance(a.descriptor, b.descriptor)),
    );
  return { same: between(true), strangers: between(false) };
}

/** @param columns titled */
export function identityTable(columns: Readonly<Record<string, IdentityFigures>>): Table {
  const rows: [string, (figures: IdentityFigures) => string][] = [
    ['pairs', ({ pairs }) => String(pairs)],
    ['refused by the engine', ({ refused }) => String(refused)],
    ['no face in the result', ({ lost }) => String(lost)],
    ['distance to the source', ({ toSource }) => decimal(toSource)],
    ['distance to the target', ({ toTarget }) => decimal(toTarget)],
    [`verified (< ${VERIFIED}), %`, ({ verified }) => percent(verified)],
    ['nearest is the source’s person, %', ({ nearest }) => percent(nearest)],
  ];
  return {
    title: 'Identity by dlib’s net',
    columns: ['', ...Object.keys(columns)],
    rows: rows.map(([title, cell]) => [title, ...Object.values(columns).map(cell)]),
  };
}

const isPersonOf = (a: Named) => (b: Named) => a.person === b.person;
const others = (gallery: readonly Known[], { name }: Named) => gallery.filter((known) => known.name !== name);

function nearestTo(outcome: Descriptor, gallery: readonly Known[]): Known {
  const away = (known: Known) => distance(outcome, known.descriptor);
  return gallery.reduce((best, known) => (away(known) < away(best) ? known : best));
}

/** NaN of nothing. */
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const decimal = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(2));
const percent = (share: number) => (Number.isNaN(share) ? '' : (100 * share).toFixed(0));
