import type { Db } from '#backend/db/connect';
import type { AppContext } from '#backend/domain/context';
import { filesOfFacePhoto } from '#backend/domain/face/photo-files';
import { filesOf } from '#backend/domain/material/files';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { uuidPattern } from '#backend/domain/uuid';

const dayMs = 86_400_000;
const batch = 200;
const maxFiles = 20_000;

type Referenced = (db: Db, ids: string[], keys: string[]) => Promise<(string | null)[]>;

const folders: Record<string, Referenced> = {
  materials: async (db, ids) => {
    const rows = await db
      .selectFrom('material')
      .select(['file_key', 'thumb_key', 'filmstrip_key', 'playable_key'])
      .where('id', 'in', ids)
      .execute();
    const tasks = await db.selectFrom('task').select(taskFileColumns).where('material_id', 'in', ids).execute();
    return [...rows.flatMap(filesOf), ...tasks.flatMap(filesOfTask)];
  },
  faces: async (db, ids) => {
    const rows = await db
      .selectFrom('face_photo')
      .select(['file_key', 'thumb_key', 'people'])
      .where('id', 'in', ids)
      .execute();
    const examined = await db
      .selectFrom('face_examination')
      .select(['incoming_key', 'file_key', 'thumb_key'])
      .where('id', 'in', ids)
      .execute();
    return [...rows.flatMap(filesOfFacePhoto), ...examined.flatMap((row) => Object.values(row))];
  },
  creations: async (db, ids) => {
    const rows = await db.selectFrom('creation').select(['result_key', 'poster_key']).where('id', 'in', ids).execute();
    const exported = await db
      .selectFrom('creation_export')
      .select('file_key')
      .where('creation_id', 'in', ids)
      .execute();
    return [
      ...rows.flatMap(({ result_key, poster_key }) => [result_key, poster_key]),
      ...exported.map(({ file_key }) => file_key),
    ];
  },
  segments: async (db, ids) => {
    const shared = await db
      .selectFrom('shared_swap')
      .select(['tracks_key', 'spec_key'])
      .where('task_id', 'in', ids)
      .execute();
    const made = await db.selectFrom('shared_segment').select('file_key').where('task_id', 'in', ids).execute();
    return [...shared.flatMap((row) => Object.values(row)), ...made.map(({ file_key }) => file_key)];
  },
  moderation: async (db, ids) => {
    const rows = await db.selectFrom('moderation').select('evidence_key').where('id', 'in', ids).execute();
    return rows.map(({ evidence_key }) => evidence_key);
  },
  feedback: async (db, _, keys) => {
    const rows = await db.selectFrom('feedback_attachment').select('file_key').where('file_key', 'in', keys).execute();
    return rows.map(({ file_key }) => file_key);
  },
};

const keyWithId = new RegExp(`^[a-z]+/(${uuidPattern})[/.]`);

/** Of the folder, or of the only file. */
const idOf = (key: string) => keyWithId.exec(key)?.[1];

const parts = [...Object.keys(folders), 'incomplete_uploads'];

/** Another one is first each day: a large one must not take the time of the others for ever. */
function partsOfDay(now: Date): string[] {
  const first = Math.floor(now.getTime() / dayMs) % parts.length;
  return [...parts.slice(first), ...parts.slice(0, first)];
}

/**
 * Of dead processes. A file younger than a day may precede its row.
 * @param signal ends it early; the next sweep starts with another part
 */
export async function sweepLeftovers(
  deps: AppContext,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ files: number; abandoned: number }> {
  const before = new Date(deps.now().getTime() - dayMs);
  let files = 0;
  let abandoned = 0;
  let open = partsOfDay(deps.now());
  while (open.length > 0 && !signal?.aborted) {
    const [part, ...rest] = open;
    const referenced = folders[part!];
    if (referenced) files += await sweepFolder(deps, part!, referenced, { before, limit: maxFiles - files, signal });
    else abandoned = await deps.storage.clearAbandoned(before, signal);
    if (!signal?.aborted) open = rest;
  }
  if (files + abandoned > 0) deps.log.warn({ files, abandoned }, 'leftover_files_removed');
  if (open.length > 0) deps.log.warn({ parts: open }, 'leftover_sweep_incomplete');
  return { files, abandoned };
}

async function sweepFolder(
  { db, storage }: AppContext,
  folder: string,
  referenced: Referenced,
  { before, limit, signal }: { before: Date; limit: number; signal: AbortSignal | undefined },
): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const removeUnreferenced = async () => {
    const ids = [...new Set(keys.map((key) => idOf(key)!))];
    const referencedKeys = new Set(ids.length > 0 ? await referenced(db, ids, keys) : []);
    const leftover = keys.filter((key) => !referencedKeys.has(key));
    await storage.remove(...leftover);
    removed += leftover.length;
    keys = [];
  };
  for await (const { key, changed } of storage.list(folder)) {
    if (removed >= limit || signal?.aborted) return removed;
    if (changed >= before || !idOf(key)) continue;
    keys.push(key);
    if (keys.length === batch) await removeUnreferenced();
  }
  await removeUnreferenced();
  return removed;
}
