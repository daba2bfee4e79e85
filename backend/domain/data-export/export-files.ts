import type { Db } from '#backend/db/connect';
import { withoutExtension } from '#backend/domain/swap/present';

/** A part has about so many bytes, as far as sizes are known without asking the storage. */
const partBytes = 2 * 1024 ** 3;
const partFiles = 500;
/** Of each kind. */
const maxFiles = 20_000;
/** Photos of faces and results, whose size no row has. */
const assumedBytes = 10 * 1024 ** 2;

export interface ExportFile {
  key: string;
  /** In the zip. */
  name: string;
  changed: Date;
  /** Bytes, about. */
  weight: number;
  /** Number of the folder and id: files are sorted by it. */
  place: string;
}

const folders = ['faces', 'uploads', 'results', 'exports'] as const;
/** Before the place of the first file, and after that of the last one. */
export const endPlaces = ['0', String(folders.length)] as const;

const extensionOf = (key: string) => key.split('.').at(-1)!;
/** Characters of up to 4 bytes: with id and extension, file systems take 255 bytes. */
const longestName = 50;
const readable = (name: string) => [...name.replace(/[/\\:*?"<>|\p{Cc}]/gu, '_')].slice(0, longestName).join('');

/** What the owner uploaded and received; thumbnails and other derivatives are left out. */
export async function exportFiles(db: Db, accountId: string): Promise<ExportFile[]> {
  const kinds = [facePhotos, uploads, results, exports];
  const files: ExportFile[] = [];
  for (const read of kinds) for (const file of await read(db, accountId)) files.push(file);
  return files;
}

async function facePhotos(db: Db, accountId: string): Promise<ExportFile[]> {
  const rows = await db
    .selectFrom('face_photo')
    .innerJoin('face', 'face.id', 'face_photo.face_id')
    .select(['face_photo.id', 'face.name', 'face_photo.file_key', 'face_photo.created_at'])
    .where('face_photo.account_id', '=', accountId)
    .where('face.deletion_id', 'is', null)
    .orderBy('face_photo.id')
    .limit(maxFiles)
    .execute();
  return rows.map((row) => fileOf('faces', row.file_key, { ...row, size: null }));
}

async function uploads(db: Db, accountId: string): Promise<ExportFile[]> {
  const rows = await db
    .selectFrom('material')
    .select(['id', 'name', 'file_key', 'size', 'created_at'])
    .where('account_id', '=', accountId)
    .where('deletion_id', 'is', null)
    .where('status', '=', 'ready')
    .orderBy('id')
    .limit(maxFiles)
    .execute();
  return rows.map((row) => fileOf('uploads', row.file_key, row));
}

async function results(db: Db, accountId: string): Promise<ExportFile[]> {
  const rows = await db
    .selectFrom('creation')
    .innerJoin('task', 'task.id', 'creation.task_id')
    .leftJoin('material', 'material.id', 'creation.material_id')
    .select(['creation.id', 'creation.name', 'creation.result_key', 'creation.created_at', 'material.size'])
    .where('creation.account_id', '=', accountId)
    .where('creation.deletion_id', 'is', null)
    .where('task.status', '=', 'succeeded')
    .orderBy('creation.id')
    .limit(maxFiles)
    .execute();
  return rows.flatMap((row) => (row.result_key ? [fileOf('results', row.result_key, row)] : []));
}

async function exports(db: Db, accountId: string): Promise<ExportFile[]> {
  const rows = await db
    .selectFrom('creation_export')
    .innerJoin('creation', 'creation.id', 'creation_export.creation_id')
    .select(['creation_export.id', 'creation.name', 'creation_export.file_key', 'creation_export.size'])
    .select('creation_export.created_at')
    .where('creation_export.account_id', '=', accountId)
    .where('creation.deletion_id', 'is', null)
    .orderBy('creation_export.id')
    .limit(maxFiles)
    .execute();
  return rows.flatMap((row) => (row.file_key ? [fileOf('exports', row.file_key, row)] : []));
}

interface Row {
  id: string;
  name: string;
  size: number | null;
  created_at: Date;
}

/** The id makes names different and leads to the rows. */
function fileOf(folder: (typeof folders)[number], key: string, { id, name, size, created_at }: Row): ExportFile {
  const entry = `${folder}/${readable(withoutExtension(name))} ${id}.${extensionOf(key)}`;
  const place = `${folders.indexOf(folder)}${id}`;
  return { key, name: entry, changed: created_at, weight: size ?? assumedBytes, place };
}

/** At least one part: the first also has the rows. */
export function partsOf(files: ExportFile[]): ExportFile[][] {
  const parts: ExportFile[][] = [[]];
  let weight = 0;
  for (const file of files) {
    const part = parts.at(-1)!;
    if (part.length > 0 && (weight + file.weight > partBytes || part.length === partFiles)) {
      parts.push([file]);
      weight = file.weight;
    } else {
      part.push(file);
      weight += file.weight;
    }
  }
  return parts;
}
