import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseStrictly } from '#engine/cli/parse-strictly';
import { outageIn } from '#backend/admin/outage';
import { exitCodes, UsageError, type ExitCode } from '#backend/admin/command';
import { parseInteger } from '#backend/admin/arguments';
import { isSetUpFault } from '#backend/launch/is-set-up-fault';
import { BackupFailure } from './failure';
import { makeBackup, type Site } from './make-backup';
import type { Backup } from './manifest';
import { openBackup, recoverSite, restoreBackup, type RecoveredPlace } from './restore-backup';
import { assertOwner, giveToOwner } from './owner';
import { baseFor } from './physical';
import type { Repaired } from './repair';
import { differingSecrets, restoreSecrets } from './secrets';

const help = `Backup of a running site, and its restore into an empty place.

  npm run backup -- TO [--keep N]
      writes database, media and secrets of DATA_DIR into a folder below TO; later backups read changed media only
      --keep: removes all but the newest N backups of TO
  npm run restore -- FROM [--end-sessions] [--at TIME]
      restores the newest backup of FROM, or the one that FROM names, into the DATA_DIR, DATABASE_URL and STORAGE_URL of the
      environment, which must be empty
      --end-sessions: all users have to log in again
      --at: recovers the embedded database as of TIME (2026-11-23T14:05:00Z), or to its end (latest), from a backup of FROM
            and the log in WAL_ARCHIVE_DIR

  --json   print one JSON value

Exit codes: 0 done, 1 failed, 2 wrong usage, 4 refused, 5 database or store not reachable.`;

export interface Surroundings {
  out(text: string): void;
  err(text: string): void;
  debug?: boolean;
  /** DATA_DIR, absolute. */
  dataDirectory(): string;
  environment: Record<string, string | undefined>;
  /** The empty place of a recovery. @throws ConfigurationError without WAL_ARCHIVE_DIR */
  emptyPlace(): Promise<RecoveredPlace>;
  withSite<T>(use: 'existing' | 'new', work: (site: Site) => Promise<T>): Promise<T>;
}

const options = {
  at: { type: 'string' },
  keep: { type: 'string' },
  'end-sessions': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
} as const;

const optionsOf: Record<string, readonly string[]> = {
  backup: ['keep'],
  restore: ['at', 'end-sessions'],
};

const readArguments = (args: string[]) => parseStrictly(args, options, UsageError);

type Values = ReturnType<typeof readArguments>['values'];

interface Outcome {
  json: object;
  text: string;
}

export async function runBackupCommand(args: string[], surroundings: Surroundings): Promise<ExitCode> {
  const { out, err, debug } = surroundings;
  try {
    const { values, positionals } = readArguments(args);
    if (values.help) return (out(help), exitCodes.done);
    const [command = '', place, ...more] = positionals;
    const stray = Object.keys(values).find((option) => option !== 'json' && !optionsOf[command]?.includes(option));
    if (stray) throw new UsageError(`"${command}" has no option --${stray}.`);
    const run = command !== 'restore' ? backup : values.at === undefined ? restore : recover;
    if (!place || more.length > 0)
      throw new UsageError(`One folder is required. Example: npm run ${command} -- /mnt/backup`);
    const { json, text } = await run(resolve(place), values, surroundings);
    out(values.json ? JSON.stringify(json, null, 2) : text);
    return exitCodes.done;
  } catch (error) {
    const { stack } = error as Error;
    const message = outageIn(error as Error) ?? (error as Error).message;
    const exitCode = exitCodeOf(error as Error);
    const unexpected = debug ? stack! : `Failed: ${message} (DEBUG=1 prints the stack.)`;
    const text = exitCode === exitCodes.failed ? unexpected : message;
    if (args.includes('--json')) out(JSON.stringify({ error: { message: text, exit_code: exitCode } }));
    else err(exitCode === exitCodes.usage ? `${text}\n\n${help}` : text);
    return exitCode;
  }
}

function exitCodeOf(error: Error): ExitCode {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof BackupFailure) return exitCodes.refused;
  return isSetUpFault(error) || outageIn(error) ? exitCodes.unavailable : exitCodes.failed;
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576).toLocaleString('en')} MB`;

async function backup(place: string, values: Values, { err, withSite }: Surroundings): Promise<Outcome> {
  const keep = values.keep === undefined ? undefined : parseInteger(values.keep, '--keep', { max: 10_000 });
  const made = await withSite('existing', (site) => makeBackup(site, place, { keep, onProgress: err }));
  const { manifest, copied, folder, removed } = made;
  const { media, secrets_not_included } = manifest;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const elsewhere = Object.keys(secrets_not_included);
  return {
    json: {
      folder,
      taken_at: manifest.taken_at,
      rows,
      media: { files: media.files, bytes: media.bytes },
      copied,
      removed,
      secrets_not_included: elsewhere,
    },
    text: [
      `${folder}: ${rows.toLocaleString('en')} rows, ${media.files.toLocaleString('en')} files (${megabytes(media.bytes)}), of which ${copied.files.toLocaleString('en')} new (${megabytes(copied.bytes)}).`,
      ...(removed.length > 0 ? [`${removed.length} older backups removed.`] : []),
      ...(elsewhere.length > 0
        ? [`Not included, because the environment sets them: ${elsewhere.join(', ')}. Keep them elsewhere.`]
        : []),
    ].join('\n'),
  };
}

async function restore(from: string, values: Values, surroundings: Surroundings): Promise<Outcome> {
  const { err, environment, dataDirectory, withSite } = surroundings;
  err('Checking the backup …');
  await assertFolder(from);
  const source: Backup = await openBackup(from);
  assertOwner(dataDirectory());
  await restoreSecrets(source, dataDirectory());
  const endSessions = values['end-sessions'] ?? false;
  const restored = await withSite('new', (site) => restoreBackup(site, source, { endSessions, onProgress: err }));
  giveToOwner(join(dataDirectory(), 'media'));
  const { taken_at } = source.manifest;
  const differing = differingSecrets(source, environment);
  return {
    json: { taken_at, ...restored, secrets_differ: differing },
    text: [
      `Restored the state of ${taken_at}: ${restored.rows.toLocaleString('en')} rows, ${restored.files.toLocaleString('en')} files.`,
      ...notesOf(restored, differing),
    ].join('\n'),
  };
}

async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new BackupFailure(`There is no folder ${path}.`);
}

async function recover(from: string, values: Values, surroundings: Surroundings): Promise<Outcome> {
  const { err, environment, dataDirectory, emptyPlace } = surroundings;
  const until = values.at === 'latest' ? undefined : new Date(values.at!);
  if (until && (Number.isNaN(until.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(values.at!))) {
    throw new UsageError(
      `--at must be a time with its zone such as 2026-11-23T14:05:00Z, or latest, not "${values.at}".`,
    );
  }
  await assertFolder(from);
  const source = await baseFor(from, until);
  assertOwner(dataDirectory());
  await restoreSecrets(source, dataDirectory());
  const endSessions = values['end-sessions'] ?? false;
  const recovered = await recoverSite(await emptyPlace(), from, { until, endSessions, onProgress: err });
  giveToOwner(join(dataDirectory(), 'media'));
  const differing = differingSecrets(source, environment);
  return {
    json: { at: until?.toISOString() ?? 'latest', ...recovered, secrets_differ: differing },
    text: [
      `Recovered the state of ${until?.toISOString() ?? 'the end of the log'}; ${recovered.files.toLocaleString('en')} files.`,
      ...notesOf(recovered, differing),
    ].join('\n'),
  };
}

function notesOf({ uploads, results, exports, facePhotos }: Repaired, differing: string[]): string[] {
  const missing = uploads + results + exports + facePhotos;
  return [
    ...(missing > 0
      ? [`${missing} uploads, results, exports and photos have no file in the backup; they are removed.`]
      : []),
    ...differing.map((name) => `${name} differs from the one of the backup: set it as it was.`),
    'Start the site. With payments, run: npm run admin -- reconcile --settle',
  ];
}
