import { sql } from 'kysely';
import type { Db } from '#backend/db/connect';
import type { TaskTable } from '#backend/db/types';
import { lengthOf, type Part } from '#backend/domain/material/part';
import type { MaterialRow } from '#backend/domain/material/present';
import { MESH } from '#backend/domain/quality/qualities';

type EstimatedKind = 'detection' | 'preview' | 'swap';
type Media = Pick<MaterialRow, 'kind' | 'format' | 'duration_ms' | 'width' | 'height' | 'fps'>;
export type Estimate = Required<Pick<TaskTable, 'work' | 'work_units' | 'expected_ms'>>;

/** Milliseconds per unit on two cores, until this site has measured its own. */
const firstRates = {
  detection: { picture: 2_000, heic: 700, moving: 30 },
  preview: { picture: 3_000, heic: 800, moving: 3_000 },
  swap: { picture: 5_000, heic: 1_000, moving: 60 },
};

const measuredTasks = 20;
const maxInteger = 2_147_483_647;

/** The median rate of the last 20 tasks, times the units. */
export async function estimateWork(
  db: Db,
  kind: EstimatedKind,
  material: Media,
  part: Part,
  quality = MESH,
): Promise<Estimate> {
  const pace = material.kind !== 'photo' ? 'moving' : material.format === 'heic' ? 'heic' : 'picture';
  const work = [kind, material.kind, pace === 'heic' && pace, quality !== MESH && quality].filter(Boolean).join(':');
  const work_units = unitsOf(kind, material, part);
  const rate = (await measuredRate(db, work)) ?? firstRates[kind][pace];
  return { work, work_units, expected_ms: Math.min(maxInteger, Math.round(rate * work_units)) };
}

/**
 * Megapixels times frames. Pictures are reduced to one size, but HEIC is decoded in full first: its megapixels,
 * and two for the rest.
 */
function unitsOf(kind: EstimatedKind, material: Media, part: Part): number {
  const { width, height, fps } = material;
  const megapixels = ((width ?? 1280) * (height ?? 720)) / 1e6;
  if (material.kind === 'photo' && material.format === 'heic') return megapixels + 2;
  if (material.kind === 'photo' || kind === 'preview') return 1;
  const seconds = Math.max(100, lengthOf(material, part) ?? 10_000) / 1000;
  return megapixels * seconds * (fps ?? 25);
}

async function measuredRate(db: Db, work: string): Promise<number | null> {
  const recent = db
    .selectFrom('task')
    .select(sql<number>`extract(epoch from finished_at - started_at) * 1000 / work_units`.as('rate'))
    .where('work', '=', work)
    .where('status', '=', 'succeeded')
    .where('started_at', 'is not', null)
    .whereRef('finished_at', '>=', 'started_at')
    .orderBy('finished_at', 'desc')
    .limit(measuredTasks);
  const { rate } = await db
    .selectFrom(recent.as('recent'))
    .select(sql<number | null>`percentile_cont(0.5) within group (order by rate)`.as('rate'))
    .executeTakeFirstOrThrow();
  return rate;
}
