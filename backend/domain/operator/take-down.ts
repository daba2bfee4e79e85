import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { bindsFace } from '#backend/domain/face/binds-face';
import { eraseFace } from '#backend/domain/face/erase-face';
import { filesOf } from '#backend/domain/material/files';
import { notifyOwner } from '#backend/domain/payments/notify-owner';
import { dropExports } from '#backend/domain/task/drop-exports';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { removeFiles, removeFilesLater } from '#backend/domain/remove-files';
import { lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { neverEmpty } from '#backend/domain/uuid';
import { requireCase, closeCase } from './cases';
import { recordAct, type OperatorContext } from './context';
import { assertMediaExist, countMedia, fileHashes, fingerprintsOfMedia, withCopies, type Media } from './find-media';

interface TakeDown {
  caseId: string;
  media: Media;
  reason: string;
}

/** Also removes copies, similar ones too, and what was made from them; running swaps return their credits. */
export async function takeDown(deps: OperatorContext, { caseId, media, reason }: TakeDown): Promise<Media> {
  const { db, storage } = deps;
  await requireCase(db, caseId);
  await assertMediaExist(db, media);
  const marks = {
    hashes: await fileHashes(db, storage, media),
    fingerprints: await fingerprintsOfMedia(db, media),
  };
  const { all, files } = await inTransaction(db, async (trx) => {
    // Block first: later copies are refused, earlier ones found below.
    await block(trx, caseId, marks);
    const all = await withCopies(trx, media, marks);
    const files = await remove(trx, deps, all);
    await removeFilesLater(deps, trx, files);
    const detail = `case ${caseId}, ${countMedia(all)} removed (${[...all.uploads, ...all.creations, ...all.faces].join(' ')}): ${reason}`;
    await recordAct(deps, 'taken_down', { detail }, trx);
    await closeCase(trx, deps, { caseId, status: 'upheld', reason });
    return { all, files };
  });
  await removeFiles(deps, files); // the job covers a crash
  return all;
}

interface Marks {
  hashes: string[];
  fingerprints: string[];
}

async function block(trx: Transaction<Database>, caseId: string, { hashes, fingerprints }: Marks): Promise<void> {
  if (hashes.length > 0) {
    await trx
      .insertInto('blocked_file')
      .values(hashes.map((sha256) => ({ sha256, case_id: caseId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (fingerprints.length > 0) {
    await trx
      .insertInto('blocked_fingerprint')
      .values(fingerprints.map((fingerprint) => ({ fingerprint, case_id: caseId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** @returns keys of the files, whose rows are gone */
async function remove(trx: Transaction<Database>, deps: OperatorContext, media: Media): Promise<string[]> {
  const uploads = neverEmpty(media.uploads);
  const creations = neverEmpty(media.creations);
  const people = await lockFaces(trx, media.faces);
  const swaps = await trx.selectFrom('creation').select('task_id').where('id', 'in', creations).execute();
  const tasks = neverEmpty(swaps.map(({ task_id }) => task_id));
  await lockOpenTasks(trx, 'id', await tasksOf(trx, { tasks, uploads, people }));
  await trx.selectFrom('material').select('id').where('id', 'in', uploads).orderBy('id').forUpdate().execute();
  for (const { task_id } of swaps) {
    await endSwapWithoutResult({ ...deps, db: trx }, task_id, { status: 'refused', ...refusal });
  }
  const exported = await dropExports(trx, { creations, originals: uploads });
  const results = await trx.deleteFrom('creation').where('id', 'in', creations).returningAll().execute();
  const made = await trx
    .deleteFrom('task')
    .where((eb) => eb.or([eb('id', 'in', tasks), eb('material_id', 'in', uploads)]))
    .returning(taskFileColumns)
    .execute();
  const sent = await trx.deleteFrom('material').where('id', 'in', uploads).returningAll().execute();
  const erased: string[] = [];
  for (const { id, account_id } of people) erased.push(...(await eraseFace(trx, account_id, id)));

  const owners = new Set([...results, ...sent, ...people].map(({ account_id }) => account_id));
  for (const owner of owners) await notifyOwner(trx, deps, owner, 'media_removed');
  return [
    ...results.flatMap(({ result_key, poster_key }) => [result_key, poster_key]),
    ...exported,
    ...made.flatMap(filesOfTask),
    ...sent.flatMap(filesOf),
    ...erased,
  ].filter((key) => key !== null);
}

const refusal = { error: 'refused', message: 'This was taken down after a report.' } as const;

interface Person {
  id: string;
  account_id: string;
}

const lockFaces = (trx: Transaction<Database>, faces: string[]): Promise<Person[]> =>
  trx
    .selectFrom('face')
    .select(['id', 'account_id'])
    .where('id', 'in', neverEmpty(faces))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Of the swaps, of the uploads, and previews with these faces. */
async function tasksOf(
  trx: Transaction<Database>,
  { tasks, uploads, people }: { tasks: string[]; uploads: string[]; people: Person[] },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('task')
    .select('id')
    .where((eb) => {
      const previews = people.map(({ id, account_id }) =>
        eb.and([eb('kind', '=', 'preview'), eb('account_id', '=', account_id), bindsFace(id)]),
      );
      return eb.or([eb('id', 'in', tasks), eb('material_id', 'in', uploads), ...previews]);
    })
    .execute();
  return rows.map(({ id }) => id);
}
