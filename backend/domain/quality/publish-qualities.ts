import { sql } from 'kysely';
import type { Db } from '#backend/db/connect';

/** As the engine names it; one that cannot run is not published. */
export interface EngineQuality {
  readonly id: string;
  readonly name: string;
  readonly kinds: readonly ('photo' | 'gif' | 'video')[];
  readonly priceFactor: number;
}

/** Renews the worker's rows and removes those of workers that are long gone. */
export async function publishQualities(db: Db, workerId: string, qualities: readonly EngineQuality[]): Promise<void> {
  await db
    .deleteFrom('worker_quality')
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  if (qualities.length === 0) return;
  await db
    .insertInto('worker_quality')
    .values(
      qualities.map(({ id, name, kinds, priceFactor }) => ({
        worker_id: workerId,
        quality: id,
        name,
        kinds: JSON.stringify(kinds),
        price_factor: priceFactor,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['worker_id', 'quality']).doUpdateSet({
        name: sql`excluded.name`,
        kinds: sql`excluded.kinds`,
        price_factor: sql`excluded.price_factor`,
        seen_at: sql<Date>`now()`,
      }),
    )
    .execute();
}
