import { mkdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { exportedRows, exportText } from '#backend/domain/data-export/export-rows';
import { neverEmpty } from '#backend/domain/uuid';
import { requireCase } from './cases';
import { recordAct, type OperatorContext } from './context';
import { writeJson, writeStream, writeText, type Written } from './evidence-folder';
import { assertMediaExist, countMedia, findMediaInText, type Media } from './find-media';

interface Evidence {
  caseId: string;
  /** Default: what the report names. */
  media: Media;
  /** A folder that does not exist yet. */
  to: string;
  /** Who asks for it, and on which ground. */
  reason: string;
}

export interface MadeEvidence {
  files: Written[];
  media: Media;
}

/**
 * What the site knows about a take-down case, for authorities: the report, the media that are still here, the rows of the
 * accounts that own them, and what operators did. The last file, `manifest.json`, lists all others with SHA-256.
 * @throws AppError `not_found`; errors of the file system
 */
export async function makeEvidence(
  deps: OperatorContext,
  { caseId, media, to, reason }: Evidence,
): Promise<MadeEvidence> {
  const { db } = deps;
  const report = await requireCase(db, caseId);
  await assertMediaExist(db, media);
  const named = countMedia(media) > 0 ? media : await findMediaInText(db, `${report.location} ${report.description}`);
  const found = await rowsOf(db, named);
  const owners = [...new Set(found.map(({ account_id }) => account_id))];
  await mkdir(to, { mode: 0o700 });
  await recordAct(deps, 'evidence_made', {
    detail: `case ${caseId}, accounts ${owners.join(' ') || 'none'}: ${reason}`,
  });

  const files = [
    await writeJson(to, 'case.json', { ...report, ...(await blocksOf(db, caseId)) }),
    await writeJson(to, 'operators.json', await actsOf(db, caseId)),
    await writeJson(to, 'media.json', found),
  ];
  for (const id of owners)
    for (const name of Object.keys(exportedRows))
      files.push(await writeText(to, `accounts/${id}/${name}.json`, await exportText(db, name, id)));
  for (const { kind, id, file_key } of found) {
    const opened = file_key && (await deps.storage.open(file_key));
    if (opened) files.push(await writeStream(opened.stream, to, `media/${kind}-${id}.${file_key.split('.').at(-1)!}`));
  }
  await writeJson(to, 'manifest.json', {
    ...{ case: caseId, site: deps.siteUrl, made_at: deps.now(), made_by: deps.operator, reason },
    files,
  });
  return { files, media: named };
}

async function rowsOf(db: OperatorContext['db'], { uploads, creations, faces }: Media) {
  const materials = await db
    .selectFrom('material')
    .select(['id', 'account_id', 'name', 'file_key', 'sha256', 'fingerprints', 'created_at'])
    .where('id', 'in', neverEmpty(uploads))
    .execute();
  const results = await db
    .selectFrom('creation')
    .select(['id', 'account_id', 'name', 'result_key as file_key', 'result_sha256 as sha256', 'fingerprints'])
    .select(['bindings', 'material_id', 'created_at'])
    .where('id', 'in', neverEmpty(creations))
    .execute();
  const photos = await db
    .selectFrom('face_photo')
    .select(['id', 'face_id', 'account_id', 'file_key', 'sha256', 'created_at'])
    .where('face_id', 'in', neverEmpty(faces))
    .execute();
  return [
    ...materials.map((row) => ({ kind: 'upload', ...row })),
    ...results.map((row) => ({ kind: 'result', ...row })),
    ...photos.map((row) => ({ kind: 'face-photo', ...row })),
  ];
}

/** Of media that a take-down removed. */
async function blocksOf(db: OperatorContext['db'], caseId: string) {
  const files = await db.selectFrom('blocked_file').select('sha256').where('case_id', '=', caseId).execute();
  const fingerprints = await db
    .selectFrom('blocked_fingerprint')
    .select(sql<string>`fingerprint::text`.as('fingerprint'))
    .where('case_id', '=', caseId)
    .execute();
  return {
    removed_sha256: files.map(({ sha256 }) => sha256),
    removed_fingerprints: fingerprints.map(({ fingerprint }) => fingerprint),
  };
}

const actsOf = (db: OperatorContext['db'], caseId: string) =>
  db
    .selectFrom('audit_event')
    .select(['at', 'event', 'detail'])
    .where('detail', 'like', sql<string>`'%' || ${caseId} || '%'`)
    .orderBy('id')
    .limit(1000)
    .execute();
