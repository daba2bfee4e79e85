import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupFailure } from './failure';
import type { Backup, Manifest } from './manifest';
import { writePart } from './parts';

/** In DATA_DIR, as the launcher makes them. */
const files = ['session-secret', 'media-secret'];
const folder = 'credentials';

/** Of the environment: never written into a backup. */
const named = ['SESSION_SECRET', 'MEDIA_SECRET', 'CREDENTIALS_KEY'] as const;

type Environment = Record<string, string | undefined>;

/** Of 256 random bits, or of a key: it does not reveal them. */
const hashOf = (secret: string) => createHash('sha256').update(`backup ${secret}`).digest('hex').slice(0, 16);

export async function copySecrets(
  dataDirectory: string,
  environment: Environment,
  to: string,
): Promise<Pick<Manifest, 'secrets' | 'secrets_not_included'>> {
  const inFolder = await readdir(join(dataDirectory, folder)).catch(() => []);
  const found = [...files, ...inFolder.map((name) => join(folder, name))].filter((name) =>
    existsSync(join(dataDirectory, name)),
  );
  const secrets: Manifest['secrets'] = [];
  for (const name of found) {
    const content = await readFile(join(dataDirectory, name));
    secrets.push(await writePart(to, join('secrets', name), oneChunk(content)));
  }
  const elsewhere = named.flatMap((name) => (environment[name] ? [[name, hashOf(environment[name])] as const] : []));
  return { secrets, secrets_not_included: Object.fromEntries(elsewhere) };
}

function* oneChunk(content: Buffer) {
  yield content;
}

/** @throws BackupFailure if DATA_DIR has other ones; then none is written */
export async function restoreSecrets({ folder: from, manifest }: Backup, dataDirectory: string): Promise<void> {
  const secrets = await Promise.all(
    manifest.secrets.map(async ({ file }) => {
      const target = join(dataDirectory, file.replace(/^secrets\//, ''));
      const existing = await readFile(target).catch(() => undefined);
      return { target, existing, content: await readFile(join(from, file)) };
    }),
  );
  const other = secrets.find(({ existing, content }) => existing && !existing.equals(content));
  if (other) {
    throw new BackupFailure(`${other.target} exists already. Set DATA_DIR to a new folder. Nothing was restored.`);
  }
  for (const { target, existing, content } of secrets) {
    if (existing) continue;
    await mkdir(dirname(target), { recursive: true, mode: dirname(target) === dataDirectory ? 0o711 : 0o700 });
    await writeFile(target, content, { mode: 0o600, flag: 'wx' });
  }
}

/** Names of settings to set to what they were. */
export function differingSecrets({ manifest }: Backup, environment: Environment): string[] {
  return Object.entries(manifest.secrets_not_included).flatMap(([name, hash]) =>
    environment[name] && hashOf(environment[name]) === hash ? [] : [name],
  );
}
