import type { Context } from 'hono';
import { webStream } from '#http/web-stream';
import { AppError } from '#backend/domain/app-error';
import { playedTypeOf } from '#backend/providers/storage/keys';
import type { PresignOptions, Storage } from '#backend/providers/storage/port';
import { isUnchanged, rangeOf, type Range } from './conditional';

/** Nothing in a displayed file may run. */
const ownHeaders = (key: string, tag: string) => ({
  'accept-ranges': 'bytes',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': playedTypeOf(key),
  'cross-origin-resource-policy': 'same-site',
  etag: `"${tag}"`,
});

type FileHeaders = Record<'cache-control' | 'content-disposition', string>;

/** Of a redirection to the store, where it is configured. */
export type RedirectionOptions = Pick<PresignOptions, 'now' | 'seconds' | 'revalidates'>;

/** Browsers keep a stable redirection for a while, in which it stays valid. */
const keptSeconds = 15 * 60;

async function redirectionOf(
  storage: Storage,
  key: string,
  headers: FileHeaders,
  options: RedirectionOptions,
): Promise<Response | null> {
  const signed = await storage.presign?.(key, {
    ...options,
    contentType: playedTypeOf(key),
    disposition: headers['content-disposition'],
  });
  if (!signed) return null;
  const cacheControl = signed.isStable ? `private, max-age=${keptSeconds}` : 'no-store';
  return new Response(null, { status: 302, headers: { location: signed.url, 'cache-control': cacheControl } });
}

/** GET and HEAD with ranges and validators (RFC 9110). @throws AppError `not_found` */
export async function answerFile(
  { req }: Context,
  storage: Storage,
  key: string,
  extraHeaders: FileHeaders,
  redirection: RedirectionOptions,
): Promise<Response> {
  const stored = await storage.stat(key);
  if (!stored) throw new AppError('not_found');
  const redirected = req.method === 'GET' && (await redirectionOf(storage, key, extraHeaders, redirection));
  if (redirected) return redirected;
  const headers = { ...ownHeaders(key, stored.tag), ...extraHeaders };
  const asked = req.raw.headers;
  if (isUnchanged(asked, headers.etag)) return new Response(null, { status: 304, headers });

  // Ranges are defined for GET only (RFC 9110, section 14.2).
  const range = req.method === 'HEAD' ? null : rangeOf(asked, stored.size, headers.etag);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${stored.size}` } });
  }
  const answer = { status: range ? 206 : 200, headers: { ...headers, ...lengthOf(stored.size, range) } };
  // For HEAD the stream would stay open.
  if (req.method === 'HEAD') return new Response(null, answer);
  const file = await storage.open(key, range ?? {});
  if (!file) throw new AppError('not_found');
  return new Response(webStream(file.stream), answer);
}

function lengthOf(size: number, range: Range | null): Record<string, string> {
  if (!range) return { 'content-length': String(size) };
  const { start, end } = range;
  return { 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` };
}
