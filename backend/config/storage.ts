import { z } from 'zod/v4';
import { address } from './address';
import { wholeNumber } from './number';
import { invalidSettings } from './read';

const place = z
  .string()
  .regex(
    /^(disk|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[a-z0-9][a-z0-9_-]*)*\/?)$/,
    'Use disk, s3://BUCKET or s3://BUCKET/FOLDER, in lower case.',
  );

export const storageSettings = {
  /** Of the uploads and results. */
  STORAGE_URL: place.default('disk'),
  /** The old place, while `npm run admin -- media move` runs. */
  STORAGE_MOVE_FROM: place.optional(),
  S3_ENDPOINT: address('https://store.example.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Default: true with S3_ENDPOINT. */
  S3_PATH_STYLE: z.stringbool('Use true or false.').optional(),
  /** Browsers then read from the store; for the web too. */
  S3_PUBLIC_URL: address('https://store.example.com').optional(),
  /** Where browsers and API clients send the pieces of large files. */
  S3_UPLOADS: z.enum(['api', 'store'], 'Use api or store.').default('api'),
  /** MB of the disk of a worker. */
  MEDIA_CACHE_MB: wholeNumber(0, 1_000_000_000).default(2_000),
};

export type StorageSettings = z.output<z.ZodObject<typeof storageSettings>>;

/** @throws ConfigurationError naming each missing or useless setting */
export function assertCompleteStorage(given: object): void {
  const settings = given as Partial<Record<string, string>>;
  const { STORAGE_URL = 'disk', STORAGE_MOVE_FROM, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  const { S3_UPLOADS, S3_PUBLIC_URL } = settings;
  const faults: string[] = [];
  const isUsed = [STORAGE_URL, STORAGE_MOVE_FROM].some((url) => url?.startsWith('s3://'));
  if (STORAGE_MOVE_FROM === STORAGE_URL) faults.push('STORAGE_MOVE_FROM: it must differ from STORAGE_URL.');
  if (!isUsed && S3_ENDPOINT) faults.push('S3_ENDPOINT: only used with STORAGE_URL=s3://BUCKET.');
  if (S3_UPLOADS === 'store' && !(STORAGE_URL.startsWith('s3://') && S3_PUBLIC_URL)) {
    faults.push('S3_UPLOADS: store needs STORAGE_URL=s3://BUCKET and S3_PUBLIC_URL, where browsers reach it.');
  }
  if (isUsed && !S3_ACCESS_KEY_ID && (S3_ENDPOINT || S3_SECRET_ACCESS_KEY)) {
    faults.push('S3_ACCESS_KEY_ID: the store needs it. Only AWS offers keys of the machine.');
  }
  if (isUsed && !S3_SECRET_ACCESS_KEY && (S3_ENDPOINT || S3_ACCESS_KEY_ID)) {
    faults.push('S3_SECRET_ACCESS_KEY: the store needs it beside S3_ACCESS_KEY_ID.');
  }
  if (faults.length === 0) return;
  throw invalidSettings(faults, 'docs/object-store.md');
}
