import type { Context } from 'hono';
import { Readable } from 'node:stream';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { isAttachmentKey, receiveAttachment } from '#backend/domain/feedback/attachments';
import { receiveUpload } from '#backend/domain/material/receive-upload';
import { playedTypeOf } from '#backend/providers/storage/keys';
import { FileTooLarge } from '#backend/providers/storage/port';
import { readGrant, type Grant } from '#backend/providers/storage/signature';
import type { Api } from './api-env';
import { isUnchanged, rangeOf, type Range } from './conditional';

function grantOf(context: Context, deps: AppContext, secret: string): Grant {
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const key = context.req.path.slice(context.req.path.indexOf('/media/') + '/media/'.length);
  const grant = readGrant(secret, method, key, new URL(context.req.url).searchParams, deps.now());
  if (grant === 'expired')
    throw new AppError('expired', { message: 'This link has expired. Reload the page for a new one.' });
  if (grant === 'forged') throw new AppError('not_found');
  return grant;
}

/** A browser displays the file but runs nothing in it. */
function headersOf(grant: Grant, tag: string, now: Date): Record<string, string> {
  const maxAge = Math.max(0, Math.floor((grant.expires.getTime() - now.getTime()) / 1000));
  return {
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'content-disposition': grant.saveAs ? `attachment; filename="${grant.saveAs.replace(/[^\w.-]/g, '_')}"` : 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': playedTypeOf(grant.key),
    'cross-origin-resource-policy': 'same-site',
    etag: `"${tag}"`,
  };
}

/** With ranges and validators (RFC 9110). */
export function mountMedia(app: Api, deps: AppContext, secret: string): void {
  app.get('/media/*', async (context) => {
    const grant = grantOf(context, deps, secret);
    const stored = await deps.storage.stat(grant.key);
    if (!stored) throw new AppError('not_found');
    const headers = headersOf(grant, stored.tag, deps.now());
    const asked = context.req.raw.headers;
    if (isUnchanged(asked, headers.etag!)) return new Response(null, { status: 304, headers });

    const range = rangeOf(asked, stored.size, headers.etag!);
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${stored.size}` } });
    }
    const answer = { status: range ? 206 : 200, headers: { ...headers, ...lengthOf(stored.size, range) } };
    // // HEAD must not open the file: its stream would stay open.
    if (context.req.method === 'HEAD') return new Response(null, answer);
    const file = await deps.storage.open(grant.key, range ?? {});
    if (!file) throw new AppError('not_found');
    return new Response(Readable.toWeb(file.stream) as ReadableStream, answer);
  });

  app.put('/media/*', async (context) => {
    const grant = grantOf(context, deps, secret);
    const type = context.req.header('content-type');
    if (grant.contentType && type !== grant.contentType) {
      throw new AppError('unsupported_type', {
        message: `Send the file as ${grant.contentType}, as its address says.`,
      });
    }
    const maxBytes = grant.maxBytes ?? 0;
    if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw new FileTooLarge(maxBytes);
    const body = context.req.raw.body ?? new ReadableStream({ start: (controller) => controller.close() });
    const receive = isAttachmentKey(grant.key) ? receiveAttachment : receiveUpload;
    await receive(deps, { fileKey: grant.key, body: Readable.fromWeb(body as never), maxBytes });
    return context.json({ code: 200, data: {}, message: '' });
  });
}

function lengthOf(size: number, range: Range | null): Record<string, string> {
  if (!range) return { 'content-length': String(size) };
  const { start, end } = range;
  return { 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` };
}
