import { Readable } from 'node:stream';
import { sql, type Kysely } from 'kysely';
import type { Health, HealthPart } from '#http/health';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';
import { decodersOfLiveWorkers } from '#backend/jobs/liveness';
import { StorageFull } from '#backend/providers/storage/port';

async function part(check: () => Promise<string>): Promise<HealthPart> {
  try {
    return { ok: true, detail: await check() };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function isFull(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return false;
  } catch (error) {
    if (error instanceof StorageFull) return true;
    throw error;
  }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576).toLocaleString('en')} MB`;

export async function reportHealth({ db, storage }: Pick<AppContext, 'db' | 'storage'>): Promise<Health> {
  const probe = storage.put('health/probe.jpg', Readable.from([Buffer.from('.')]), { useReserve: true });
  const [database, files, disk, workers] = await Promise.all([
    part(async () => {
      await sql`select 1`.execute(db);
      return 'answers';
    }),
    part(async () => {
      // Files can still be read and deleted.
      return (await isFull(probe)) ? 'is full' : 'can be written';
    }),
    part(async () => {
      const { free, reserve, use } = await storage.diskSpace();
      const told = `${megabytes(free)} free, ${megabytes(reserve)} are kept for the database`;
      const effect = use === 'media' ? 'no files are taken in' : 'jobs wait';
      if (await isFull(probe).catch(() => false)) throw new Error(`${told}, but nothing can be written: ${effect}`);
      if (free < reserve) throw new Error(`${told}: ${effect}`);
      return told;
    }),
    part(async () => {
      const alive = await decodersOfLiveWorkers(db as Kysely<Database>);
      if (alive.length === 0) throw new Error('no worker is alive');
      return [`${alive.length} alive`, ...new Set(alive.filter(Boolean))].join('; ');
    }),
  ]);
  const ok = [database, files, disk, workers].every((each) => each.ok);
  return { ok, parts: { database, storage: files, disk, workers } };
}
