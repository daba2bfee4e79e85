import type { Transaction } from 'kysely';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { bindsFace } from '#backend/domain/face/binds-face';
import { eraseFace } from '#backend/domain/face/erase-face';
import { filesOf } from '#backend/domain/material/files';
import { notifyOwner } from '#backend/domain/payments/notify-owner';
import { dropExports } from '#backend/domain/task/drop-exports';
import { endSwapWithoutResult } from '#backend/domain/swap/end-swap';
import { removeFiles } from '#backend/domain/remove-files';
import { lockOpenTasks } from '#backend/domain/lock-open-tasks';
import { filesOfTask, taskFileColumns } from '#backend/domain/task/files';
import { nilUuid } from '#backend/domain/uuid';
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
  const hashes = await fileHashes(db, storage, media);
  const fingerprints = await fingerprintsOfMedia(db, media);
  const { all, files } = await inTransaction(db, async (trx) => {
    // Block first: later copies are refused, earlier ones found below.
    const blocks = hashes.map((sha256) => ({ sha256, case_id: caseId }));
    if (blocks.length) {
      await trx
        .insertInto('blocked_file')
        .values(blocks)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (fingerprints.length) {
      await trx
        .insertInto('blocked_fingerprint')
        .values(fingerprints.map((fingerprint) => ({ fingerprint, case_id: caseId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const all = await withCopies(trx, media, { hashes, fingerprints });
    const files = await remove(trx, deps, all);
    await deps.jobs.add(trx, 'remove_files', { keys: files });
    const detail = `case ${caseId}, ${countMedia(all)} removed (${[...all.uploads, ...all.creations, ...all.faces].join(' ')}): ${reason}`;
    await recordAct(deps, 'taken_down', { detail }, trx);
    await closeCase(trx, deps, { caseId, status: 'upheld', reason });
    return { all, files };
  });
  await removeFiles(deps, files); // the job covers a crash
  return all;
}

async function remove(trx: Transaction<Database>, deps: OperatorContext, media: Media): Promise<string[]> {
  const [uploads, creations, faces] = [media.uploads, media.creations, media.faces].map((ids) => [nilUuid, ...ids]) as [
    string[],
    string[],
    string[],
  ];
  const lockedFaces = trx.selectFrom('face').select(['id', 'account_id']).where('id', 'in', faces).orderBy('id');
  const people = await lockedFaces.forUpdate().execute();
  const swaps = await trx.selectFrom('creation').select('task_id').where('id', 'in', creations).execute();
  const tasks = [nilUuid, ...swaps.map(({ task_id }) => task_id)];
  const open = trx
    .selectFrom('task')
    .select('id')
    .where((eb) => {
      const previews = people.map(({ id, account_id }) =>
        eb.and([eb('kind', '=', 'preview'), eb('account_id', '=', account_id), bindsFace(id)]),
      );
      return eb.or([eb('id', 'in', tasks), eb('material_id', 'in', uploads), ...previews]);
    });
  await lockOpenTasks(
    trx,
    'id',
    (await open.execute()).map(({ id }) => id),
  );
  await trx.selectFrom('material').select('id').where('id', 'in', uploads).orderBy('id').forUpdate().execute();
  const refusal = { error: 'refused', message: 'This was taken down after a report.' } as const;
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
