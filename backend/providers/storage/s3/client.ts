import type * as S3 from '@aws-sdk/client-s3';
import { StorageUnavailable } from '#backend/providers/storage/port';

export interface S3Settings {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** Default: AWS. */
  endpoint?: string | undefined;
  region: string;
  /** Default: AWS's own chain, such as the role of the machine. */
  keys?: { id: string; secret: string } | undefined;
  isPathStyle: boolean;
  /** At which browsers reach the store, or with `isPathStyle: false` the bucket; unset: the API sends the files. */
  publicUrl?: string | undefined;
  /** Clients send pieces of files to `publicUrl`; otherwise to the API. */
  takesPieces?: boolean | undefined;
}

/** By its keys, its bucket or its region. */
export class StoreRefused extends StorageUnavailable {}

/** Until the response begins; the body may take longer. */
export interface Limits {
  readMs: number;
  writeMs: number;
}

const defaultLimits: Limits = { readMs: 5_000, writeMs: 30_000 };
/** As for the HTTP server: a connection without a byte. */
const idleMs = 120_000;
/** One download that is not read keeps one. */
const maxSockets = 1_000;

export function clientOptions({ endpoint, region, keys, isPathStyle }: S3Settings): S3.S3ClientConfig {
  return {
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(keys ? { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } } : {}),
    forcePathStyle: isPathStyle,
    maxAttempts: 3,
    // Most stores that are not AWS know Content-MD5 only, which every write sends.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 2_000,
      socketTimeout: idleMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  };
}

interface Problem {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const statusOf = (error: unknown) => (error as Problem).$metadata?.httpStatusCode;
const isNamed = (error: unknown, ...names: string[]) => names.includes((error as Problem).name ?? '');

/** A missing bucket is a matter of the configuration. */
export const isMissing = (error: unknown) => statusOf(error) === 404 && !isNamed(error, 'NoSuchBucket');
export const isOutOfRange = (error: unknown) => statusOf(error) === 416;
export const isNotImplemented = (error: unknown) => statusOf(error) === 501;
const isRefused = (error: unknown) =>
  [301, 400, 401, 403].includes(statusOf(error) ?? 0) || isNamed(error, 'NoSuchBucket', 'CredentialsProviderError');

const isOutage = (error: unknown) => {
  const status = statusOf(error);
  const { code, name } = error as Problem;
  if (status === undefined) return code !== undefined || name === 'TimeoutError' || isRefused(error);
  return status >= 500 || status === 408 || status === 429 || isRefused(error);
};

/** Further lines are advice for programmers. */
const firstLine = (text: string) => text.split('\n')[0]!;

/** Of an answer that no S3 store sends. */
export const answerOf = (error: Error): string =>
  `with status ${statusOf(error)}: ${firstLine(error.message).replace(/\.$/, '')}`;

/** Without the library's error, which contains the request. */
function reasonOf(error: Error): string {
  const status = statusOf(error);
  const { name } = error;
  const message = firstLine(error.message);
  if (name === 'CredentialsProviderError') return `there are no keys for the store: ${message}`;
  if (status === undefined) return `the store cannot be reached: ${message}`;
  return `the store responds ${[status, name, message].filter(Boolean).join(' ')}`;
}

type Call = <T>(kind: keyof Limits, request: (signal: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;

/** Outages become StorageUnavailable. */
function openCall({ readMs, writeMs }: Limits = defaultLimits): Call {
  const limits = { readMs, writeMs };
  return async (kind, request) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limits[kind]);
    try {
      return await request({ abortSignal: limit.signal });
    } catch (error) {
      if (limit.signal.aborted) throw new StorageUnavailable(`the store did not respond within ${limits[kind]} ms`);
      if (isNotImplemented(error) || !isOutage(error)) throw error;
      throw new (isRefused(error) ? StoreRefused : StorageUnavailable)(reasonOf(error as Error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The library, loaded only where it is used: 0.2 s and 20 MB. */
export type Sdk = typeof S3;

export interface Store {
  sdk: Sdk;
  client: S3.S3Client;
  call: Call;
  settings: S3Settings;
}

export async function openStore(settings: S3Settings, limits?: Limits): Promise<Store> {
  const sdk = await import('@aws-sdk/client-s3');
  return { sdk, client: new sdk.S3Client(clientOptions(settings)), call: openCall(limits), settings };
}
