import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { BackupFailure } from './failure';

/** Of a file of the backup: its name, bytes and SHA-256 in hex. */
const partSchema = z.object({ file: z.string(), size: z.int(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(1),
  /** When the database's snapshot was taken. */
  taken_at: z.iso.datetime(),
  /** The last migration of the site, and the last of its queue. */
  schema: z.object({ site: z.string(), queue: z.int() }),
  tables: z.array(partSchema.extend({ table: z.string(), rows: z.int() })),
  sequences: z.record(z.string(), z.string()),
  media: partSchema.extend({ files: z.int(), bytes: z.int() }),
  secrets: z.array(partSchema),
  /** The files of the embedded database, for a recovery to a time after `ended_at`. */
  base: partSchema
    .extend({ folders: z.array(z.string()), first_segment: z.string(), ended_at: z.iso.datetime() })
    .optional(),
  /** Of the environment: hashes, by which a restore recognises them. */
  secrets_not_included: z.record(z.string(), z.string()),
});

export type Part = z.output<typeof partSchema>;
export type Manifest = z.output<typeof manifestSchema>;

export interface Backup {
  folder: string;
  manifest: Manifest;
}

export const manifestName = 'manifest.json';
export const nameOf = (taken: Date) => taken.toISOString().replace(/[:.]/g, '-');
const isName = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name);

/** Complete ones, the oldest first. */
export async function backupNames(place: string): Promise<string[]> {
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isName).sort();
}

/** @throws BackupFailure */
export async function readBackup(folder: string): Promise<Backup> {
  const file = join(folder, manifestName);
  try {
    return { folder, manifest: manifestSchema.parse(JSON.parse(await readFile(file, 'utf8'))) };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupFailure(`There is no backup in ${folder}: ${manifestName} is missing.`, { cause });
    throw new BackupFailure(
      `${file} is not the description of a backup of this version: it is damaged, or of a newer release.`,
      { cause },
    );
  }
}
