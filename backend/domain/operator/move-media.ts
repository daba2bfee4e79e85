import { sql } from 'kysely';
import { AppError } from '#backend/domain/app-error';
import type { Storage } from '#backend/providers/storage/port';
import { recordAct, type OperatorContext } from './context';
import { hashOfStored } from './hash-of-stored';

export interface Moved {
  files: number;
  bytes: number;
  /** Were at the new place already, from an interrupted move. */
  found: number;
  /** Are at both places with different content. The site uses the new ones; the old ones stay. */
  differing: string[];
}

interface Options {
  /** The old files stay. */
  keep: boolean;
  onProgress(moved: Moved): void;
}

/** Any number that nothing else uses. */
const lock = 7_405_233;
const filesAtOnce = 4;
const progressEveryMs = 5_000;

const notMoving =
  'No media move: set STORAGE_MOVE_FROM to the old place in the settings of every API and worker, and restart them.';

/** Of a running site. Each file is copied, read again, compared and then removed from the old place. */
export async function moveMedia(deps: OperatorContext, { keep, onProgress }: Options): Promise<Moved> {
  const { moving } = deps.storage;
  if (!moving) throw new AppError('conflict', { message: notMoving });
  const moved: Moved = { files: 0, bytes: 0, found: 0, differing: [] };
  await alone(deps, async () => {
    const timer = setInterval(() => onProgress({ ...moved }), progressEveryMs);
    const files = moving.from.list()[Symbol.asyncIterator]();
    const moveNext = async () => {
      for (let next = await files.next(); !next.done; next = await files.next()) {
        try {
          await moveFile(moving, next.value.key, { keep, moved });
        } catch (error) {
          await files.return?.(); // the others end after their file
          throw error;
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, moveNext));
    clearInterval(timer);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  });
  await recordAct(deps, 'media_moved', { detail: `${moved.files} files, ${moved.bytes} bytes` });
  return moved;
}

/** Another move would take files that this one removed for files that their owner deleted. */
async function alone({ db }: OperatorContext, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_lock(${lock}) as is_ours`.execute(
      connection,
    );
    if (!rows[0]?.is_ours) throw new AppError('conflict', { message: 'Another move is running.' });
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

async function moveFile(
  { to, from }: NonNullable<Storage['moving']>,
  key: string,
  { keep, moved }: { keep: boolean; moved: Moved },
): Promise<void> {
  if ((await to.size(key)) !== null) {
    const [there, here] = await Promise.all([hashOfStored(to, key), hashOfStored(from, key)]);
    if (there && here && there !== here) return void moved.differing.push(key);
    moved.found++;
  } else {
    const file = await from.open(key);
    if (!file) return; // deleted since it was listed
    const { size, sha256 } = await to.put(key, file.stream as AsyncIterable<Uint8Array>);
    if (size !== file.size || (await hashOfStored(to, key)) !== sha256) {
      await to.remove(key);
      throw new Error(`${key} arrived changed. It is still at the old place.`);
    }
    moved.files++;
    moved.bytes += size;
  }
  // Its owner deleted it while it was copied.
  if ((await from.size(key)) === null) await to.remove(key);
  else if (!keep) await from.remove(key);
}
