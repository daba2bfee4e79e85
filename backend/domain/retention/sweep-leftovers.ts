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

/** Of dead processes. A file younger than a day may precede its row. */
export async function sweepLeftovers(deps: AppContext): Promise<{ files: number; abandoned: number }> {
  const before = new Date(deps.now().getTime() - dayMs);
  let files = 0;
  for (const [folder, referenced] of Object.entries(folders)) {
    files += await sweepFolder(deps, folder, referenced, { before, limit: maxFiles - files });
  }
  const abandoned = await deps.storage.clearAbandoned(before);
  if (files + abandoned > 0) deps.log.warn({ files, abandoned }, 'leftover_files_removed');
  return { files, abandoned };
}

async function sweepFolder(
  { db, storage }: AppContext,
  folder: string,
  referenced: Referenced,
  { before, limit }: { before: Date; limit: number },
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
    if (removed >= limit) return removed;
    if (changed >= before || !idOf(key)) continue;
    keys.push(key);
    if (keys.length === batch) await removeUnreferenced();
  }
  await removeUnreferenced();
  return removed;
}
