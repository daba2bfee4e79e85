import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError, isOutOfSpace } from '#engine/errors';
import { assertDiskSpace } from '#engine/media/disk-space';
import { packError } from './fault';
import { hashFile } from './integrity';

export type Get = (url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest;

export interface Download {
  url: string;
  /** Continued if it exists; afterwards complete, or left to be continued by the next attempt. */
  part: string;
  /** Hexadecimal: SHA-256, or SHA-512 if it is that long. */
  checksum: string;
  maxBytes: number;
  signal?: AbortSignal;
  onProgress?: (bytes: number, total: number | undefined) => void;
  /** Default: that of node:https. */
  get?: Get;
}

const SHA512_DIGITS = 128;
const MAX_REDIRECTS = 5;
const MAX_JSON_BYTES = 4e6;
const IDLE_MS = 60_000;

/** @throws EngineError `model_missing`, `model_altered`, `out_of_space`, `aborted` */
export async function download(wanted: Download): Promise<void> {
  const { part, checksum } = wanted;
  const had = await sizeOf(part);
  const [algorithm, title] = checksum.length === SHA512_DIGITS ? ['sha512', 'SHA-512'] : ['sha256', 'SHA-256'];
  const checksumOf = async () => (await hashFile(part, algorithm)).hash;
  if (!had || (await checksumOf()) !== checksum) await transfer(wanted, had);
  const found = await checksumOf();
  if (found === checksum) return;
  await rm(part, { force: true });
  throw packError(
    'model_altered',
    `The file at ${shown(wanted.url)} has the ${title} checksum ${found}, and ${checksum} was expected. Compare both with what the publisher states. Nothing was kept.`,
  );
}

/** @throws EngineError `model_missing`, `aborted` */
export async function readJsonFrom(wanted: Pick<Download, 'url' | 'get' | 'signal'>): Promise<unknown> {
  const response = await open(wanted, new URL(wanted.url), 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      if ((bytes += chunk.length) > MAX_JSON_BYTES) throw new Error('too much was sent');
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (error) {
    response.destroy();
    throw asEngineError(wanted, error);
  }
}

async function transfer(wanted: Download, had: number): Promise<void> {
  const response = await open(wanted, new URL(wanted.url), had);
  const starts = response.statusCode === 206 ? startOf(response) : 0;
  if (starts !== 0 && starts !== had) throw failed(wanted, `answered with another part than requested`);
  const length = Number(response.headers['content-length'] ?? NaN);
  const total = Number.isFinite(length) ? starts + length : undefined;
  try {
    if (total !== undefined) assertSize(wanted, total);
    await assertDiskSpace(parentOf(wanted.part), total === undefined ? 0 : total - starts);
    const counter = countBytes(wanted, starts, total);
    const file = createWriteStream(wanted.part, { flags: starts === 0 ? 'w' : 'a' });
    await pipeline(response, counter, file, { signal: wanted.signal });
  } catch (error) {
    response.destroy();
    throw asEngineError(wanted, error);
  }
}

type Request = Pick<Download, 'url' | 'get' | 'signal'> & Partial<Pick<Download, 'part'>>;

async function open(wanted: Request, url: URL, had: number, redirects = 0): Promise<IncomingMessage> {
  if (url.protocol !== 'https:') {
    throw packError(
      'model_missing',
      `${shown(url.href)} is not an https address. Models are downloaded by https only.`,
    );
  }
  if (redirects > MAX_REDIRECTS) throw failed(wanted, 'redirects too often');
  const response = await request(wanted, url, had).catch((error: unknown) => {
    throw asEngineError(wanted, error);
  });
  const { statusCode = 0, headers } = response;
  if (statusCode === 200 || statusCode === 206) return response;
  response.resume();
  if (statusCode >= 300 && statusCode < 400 && headers.location) {
    return open(wanted, new URL(headers.location, url), had, redirects + 1);
  }
  if (statusCode === 416 && had > 0) {
    if (wanted.part !== undefined) await rm(wanted.part, { force: true });
    return open(wanted, url, 0, redirects + 1);
  }
  throw failed(wanted, `answered with the status ${statusCode}`);
}

function request({ get = httpsGet, signal }: Request, url: URL, had: number): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': 'identity', ...(had > 0 && { range: `bytes=${had}-` }) };
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, signal }, resolve);
    sent.setTimeout(IDLE_MS, () => sent.destroy(new Error('nothing arrived for a minute')));
    sent.on('error', reject);
  });
}

function countBytes(wanted: Download, starts: number, total: number | undefined): Transform {
  let received = starts;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      try {
        assertSize(wanted, received);
      } catch (error) {
        return done(error as Error);
      }
      wanted.onProgress?.(received, total);
      done(null, chunk);
    },
  });
}

function assertSize({ url, maxBytes }: Download, bytes: number): void {
  if (bytes <= maxBytes) return;
  const inMegabytes = (value: number) => Math.ceil(value / 1e6);
  throw packError(
    'model_missing',
    `The file at ${shown(url)} has more than ${inMegabytes(maxBytes)} MB. If that is right, allow more with \`--max-mb\`.`,
  );
}

function asEngineError(wanted: Request, error: unknown): unknown {
  if (error instanceof EngineError) return error;
  if (wanted.signal?.aborted) {
    return new EngineError('aborted', 'The download was interrupted. The same command continues it.', { cause: error });
  }
  return isOutOfSpace(error) ? error : failed(wanted, `failed (${(error as Error).message})`, error);
}

const failed = ({ url }: Request, what: string, cause?: unknown) =>
  packError(
    'model_missing',
    `The download from ${shown(url)} ${what}. Try the same command again: it continues where it stopped.`,
    cause,
  );

/** `Content-Range: bytes 100-199/200` → 100 */
const startOf = ({ headers }: IncomingMessage) =>
  Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? NaN);

/** Without query and credentials: they may contain tokens. */
export function shown(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
const parentOf = (file: string) => file.replace(/[/\\][^/\\]+$/, '');
