import { z } from 'zod/v4';
import { isProxyList } from '#http/trusted-proxies';
import { isIssuerAddress } from '#shared/web-address';
import { address, pathOrAddress, siteAddress } from './address';
import { moderationSettings } from './moderation';
import { wholeNumber } from './number';
import { paymentSettings } from './payments';
import { storageSettings } from './storage';

const databaseUrl = z
  .string(
    'Give the address of a PostgreSQL database, or for pages alone API_URL. `npm start` brings a database of its own.',
  )
  .regex(/^postgres(ql)?:\/\//, { error: 'It must start with postgresql://', abort: true })
  .refine(
    isDatabaseAddress,
    'Give an address like postgresql://user:password@host:5432/faceswap, with %, /, # and ? of the password as %25, %2F, %23 and %3F.',
  );

/** As `pg` reads it: the host may be missing where a parameter names a socket. It encodes the whole again if a % stands alone. */
function isDatabaseAddress(url: string): boolean {
  const withHost = url.replace('@/', '@host/');
  return URL.canParse(withHost) && new URL(withHost).hash === '' && !/%(?![\da-f]{2})/i.test(url);
}

export const dataDirectory = z
  .string()
  .regex(/^(?!~|\$)/, 'Give the path itself: only a shell replaces ~ and $.')
  // A recursive mkdir never returns there.
  .regex(/^(?!\/proc(\/|$))/, 'Give a folder on a disk: /proc keeps no files.')
  .default('./data');

const absolutePath = z.string().regex(/^(\/|[A-Za-z]:\\)/, 'Give an absolute path.');

export const secret = z
  .string('Give a secret of at least 32 characters. `npm start` makes one and keeps it under DATA_DIR.')
  .min(32, 'At least 32 characters.');

const shared = {
  APP_ENV: z.enum(['local', 'test', 'prod'], 'Use local, test or prod.').default('local'),
  DATA_DIR: dataDirectory,
  DATABASE_URL: databaseUrl,
  /** If DATABASE_URL is that of a pooler in transaction mode: the server itself. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Identical on all machines. */
  MEDIA_SECRET: secret,
  API_PUBLIC_URL: pathOrAddress('/api', 'https://api.example.com').default('/api'),
  /** If a CDN serves media. */
  MEDIA_URL: address('https://media.example.com').optional(),
  PUBLIC_URL: siteAddress('https://example.com').default('http://localhost:3000'),
  PUBLIC_URL_AI: siteAddress('https://example.com').optional(),
  RETENTION_DAYS: wholeNumber(1, 3650).default(30),
  ...moderationSettings,
  /** MB. Default: 2 GB or 5 %, at most a quarter of the disk. */
  DISK_RESERVE_MB: wholeNumber(0, 100_000_000).optional(),
  /** PEM or its file: the chain that signs results, the signer's certificate first. */
  CREDENTIALS_CERTIFICATE: z.string().optional(),
  /** Rejected in prod. */
  WEBHOOK_ALLOW_PRIVATE: z.stringbool('Use true or false.').default(false),
  ...paymentSettings,
  ...storageSettings,
  /** Local only without a token. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'At least 16 characters.').optional(),
  SENTRY_DSN: address('https://key@sentry.example.com/1').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
};

export const apiSchema = z.object({
  ...shared,
  PORT: wholeNumber(1, 65_535).default(3001),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'List addresses or ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.')
    .default('loopback'),
  /** `mesh`, or the id of a quality in the operator's recipes. */
  NEURAL_DEFAULT: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, 'Give mesh or the id of a quality, such as high.')
    .default('mesh'),
  WELCOME_CREDITS: wholeNumber(0, 1_000_000).default(10),
  TOKEN_DAYS: wholeNumber(1, 365).default(30),
  /** MB per account. */
  QUOTA_UNCONFIRMED_MB: wholeNumber(0, 1_000_000_000).default(300),
  QUOTA_FREE_MB: wholeNumber(0, 1_000_000_000).default(10_240),
  QUOTA_PREMIUM_MB: wholeNumber(0, 1_000_000_000).default(102_400),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: z
    .string()
    .refine(isIssuerAddress, 'Give an address like https://accounts.google.com.')
    .default('https://accounts.google.com'),
  DATABASE_POOL: wholeNumber(2, 500).default(20),
});

export const workerSchema = z.object({
  ...shared,
  /** `interactive`: detection, faces, photos; `batch`: everything. */
  WORKER_LANE: z.enum(['interactive', 'batch'], 'Use interactive or batch.').default('batch'),
  /** Default: one a core. */
  ENGINE_THREADS: wholeNumber(1, 64).optional(),
  MODELS_DIR: z.string().optional(),
  /** PEM or its file: the key of the signer's certificate. */
  CREDENTIALS_KEY: z.string().optional(),
  /** Packs of neural models; unset: the mesh alone. */
  NEURAL_MODELS_DIR: z.string().optional(),
  NEURAL_DEVICE: z
    .string()
    .regex(
      /^(auto|cpu|coreml|webgpu|(cuda|dml|tensorrt)(:\d+)?)$/,
      'Use auto, cpu, cuda:0, dml:0, coreml, webgpu or tensorrt:0.',
    )
    .default('auto'),
  /** Of all loaded nets together. */
  NEURAL_MEMORY_MB: wholeNumber(64, 1_000_000).optional(),
  /** A video on the processor takes hours. */
  NEURAL_CPU_VIDEO: z.stringbool('Use true or false.').default(false),
  FFMPEG_PATH: absolutePath.optional(),
  FFPROBE_PATH: absolutePath.optional(),
  /** Without it mails go to the outbox. */
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/[^/\s]+/.test(url) && URL.canParse(url),
      'Give an address like smtp://user:password@mail.example.com:587, with a / of the password as %2F.',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/,
      'Give a sender like Faceswap <hello@example.com>.',
    )
    .default('Faceswap <no-reply@faceswap.local>'),
});

export type ApiConfig = z.output<typeof apiSchema>;
export type WorkerConfig = z.output<typeof workerSchema>;
