import { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { samePersonSimilarity, type SourceFace, type SourcePhoto } from '#engine';
import { inTransaction } from '#backend/db/connect';
import { notify } from '#backend/db/notifications';
import type { FaceExaminationTable, StoredPhotoPerson } from '#backend/db/types';
import type { FaceExamination } from '#backend/queue/port';
import type { WorkerContext } from '#backend/domain/context';
import { budgetFor, withinBudget } from '#backend/domain/time-budget';
import { photoLimits, refusalOf, type EngineRefusal } from '#backend/domain/engine-refusal';
import { blockedFaces, blockedMessage } from '#backend/domain/blocked-face/blocked-faces';
import { checkMedia } from '#backend/domain/moderation/check-media';
import { filesOfFacePhoto, sourcePhoto } from './photo-files';
import { examinationTopic, type FaceFiles } from './request-examination';
import { roundPose } from '#backend/domain/pose';
import { verdictOn } from './verdict';

// The largest face the texture atlas can use.
const storedWidth = 2048;

const blockedRefusal: EngineRefusal = { error: 'refused', message: blockedMessage };

type ExaminationContext = Pick<
  WorkerContext,
  'db' | 'storage' | 'timeBudgets' | 'engine' | 'signal' | 'policy' | 'audit' | 'now' | 'log' | 'vault'
>;

/** Removes the files if the upload has given up. */
export async function examineFace(
  deps: ExaminationContext,
  { examination_id: id }: { examination_id: string },
): Promise<'done' | 'skipped' | 'refused'> {
  const { db, storage } = deps;
  const open = db.selectFrom('face_examination').selectAll().where('id', '=', id).where('answer', 'is', null);
  const files = await open.executeTakeFirst();
  if (!files) return 'skipped';
  let answer: FaceExamination | undefined;
  const drop = async () => {
    const people = answer && 'people' in answer ? answer.people : [];
    await storage.remove(...filesOfFacePhoto({ ...files, people }));
    return 'skipped' as const;
  };
  try {
    answer = await examine(deps, files);
  } catch (error) {
    if (await open.executeTakeFirst()) throw error;
    return drop();
  }
  const isAwaited = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('face_examination')
      .set({ answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .executeTakeFirst();
    await notify(trx, examinationTopic(id));
    return numUpdatedRows > 0n;
  });
  if (!isAwaited) return drop();
  return 'error' in answer ? 'refused' : 'done';
}

type Examination = FaceFiles & Pick<Selectable<FaceExaminationTable>, 'id' | 'face_id' | 'account_id' | 'sha256'>;

async function examine(deps: ExaminationContext, files: Examination): Promise<FaceExamination> {
  const { storage, engine } = deps;
  const { id, account_id, sha256 } = files;
  const checked = { account_id, subject: 'face', subject_id: id, name: '', sha256 } as const;
  const budget = budgetFor(deps, 'picture', { kind: 'photo', duration_ms: null, size: null });
  const read = async (path: string, signal: AbortSignal) => {
    const options = { limits: photoLimits, signal };
    const refusal = await checkMedia(deps, path, checked, options);
    if (refusal) return refusal;
    const blocked = await blockedFaces(deps);
    const found = await withFirstPhoto(deps, files, (reference) =>
      engine.sourceFaces(path, { ...options, identities: !blocked.isEmpty, ...(reference && { reference }) }),
    );
    const faces = found.filter(({ identity }) => !blocked.includes(identity));
    if (faces.length === 0) return blockedRefusal;
    return { faces, photo: await engine.still(path, storedWidth, options) };
  };
  try {
    return await storage.withLocalFile(files.incoming_key, async (path) => {
      const found = await withinBudget(budget, deps.signal, (signal) => read(path, signal));
      if ('error' in found) return found;
      const { faces, photo } = found;
      await storage.put(files.file_key, Readable.from([photo.jpeg]));
      const [best] = [...faces].sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0)); // else the largest
      const people: StoredPhotoPerson[] = [];
      for (const [index, face] of faces.entries()) {
        const person = `p${index + 1}`;
        const thumb_key = face === best ? files.thumb_key : files.thumb_key.replace(/thumb\.jpg$/, `${person}.jpg`);
        await storage.put(thumb_key, Readable.from([face.thumbnail]));
        const warnings = flawsOf(face);
        const { at, pose } = face;
        const verdict = verdictOn(face, warnings);
        people.push({ person, at: { ...at }, thumb_key, verdict, warnings, pose: roundPose(pose) });
      }
      const { person } = people[faces.indexOf(best!)]!;
      return { width: photo.width, height: photo.height, person, people };
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}

async function withFirstPhoto<T>(
  { db, storage }: ExaminationContext,
  { face_id, account_id }: Examination,
  work: (first?: SourcePhoto) => Promise<T>,
): Promise<T> {
  const first =
    face_id &&
    (await db
      .selectFrom('face_photo')
      .select(['file_key', 'person', 'people'])
      .where('face_id', '=', face_id)
      .where('account_id', '=', account_id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst());
  if (!first) return work();
  return storage.withLocalFile(first.file_key, (media) => work(sourcePhoto(media, first)));
}

const anotherPerson = { code: 'another_person', message: 'This does not look like the first photo of the face.' };

function flawsOf({ warnings, similarity }: SourceFace) {
  const isAnother = similarity !== undefined && similarity < samePersonSimilarity;
  return [...(isAnother ? [anotherPerson] : []), ...warnings.map((warning) => ({ ...warning }))];
}
