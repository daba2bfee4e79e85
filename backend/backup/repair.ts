import type pg from 'pg';

/** Rows whose files were deleted while the backup ran. */
export interface Repaired {
  uploads: number;
  results: number;
  exports: number;
  facePhotos: number;
}

const keysAtOnce = 5_000;

/** For `repairMissing` in the same transaction. */
export async function listRestored(client: pg.Client, keys: AsyncIterable<string>): Promise<void> {
  await client.query('create temp table restored_file (key text primary key) on commit drop');
  let batch: string[] = [];
  const flush = async () => {
    await client.query('insert into restored_file select unnest($1::text[]) on conflict do nothing', [batch]);
    batch = [];
  };
  for await (const key of keys) if (batch.push(key) === keysAtOnce) await flush();
  await flush();
}

/**
 * Their owners deleted them, or their time was over. Uploads and results expire, so that the next sweep removes them with
 * what belongs to them; photos of faces and exports are removed at once.
 */
export async function repairMissing(client: pg.Client): Promise<Repaired> {
  const isMissing = (column: string) => `not exists (select from restored_file where key = ${column})`;
  const run = async (statement: string) => (await client.query(statement)).rowCount ?? 0;
  const uploads = await run(`
    update material set expires_at = now() where status in ('probing', 'ready') and ${isMissing('file_key')}`);
  const results = await run(`
    update creation set expires_at = now()
    where result_key is not null and ${isMissing('result_key')}
      and exists (select from task where task.id = task_id and task.status = 'succeeded')`);
  const exports = await run(`
    delete from creation_export where file_key is not null and ${isMissing('file_key')}`);
  const lost = await client.query<{ face_id: string }>(
    `delete from face_photo where ${isMissing('file_key')} returning face_id`,
  );
  await client.query(
    'delete from face where id = any($1) and not exists (select from face_photo where face_id = face.id)',
    [lost.rows.map(({ face_id }) => face_id)],
  );
  const facePhotos = lost.rows.length;
  return { uploads, results, exports, facePhotos };
}
