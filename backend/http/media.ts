import type { Context } from 'hono';
import { Readable } from 'node:stream';
import { AppError } from '../domain/app-error';
import type { Deps } from '../domain/context';
import { isAttachmentKey, receiveAttachment } from '../domain/feedback/attachments';
import { receiveUpload } from '../domain/material/receive-upload';
import { contentTypeOf } from '../providers/storage/keys';
import { FileTooLarge } from '../providers/storage/port';
import type { Api } from './api-env';
import { readGrant, type Grant } from '../providers/storage/signature';

/** The grant of a signed link, or the refusal it deserves. */
function grantOf(context: Context, deps: Deps, secret: string): Grant {
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const key = context.req.path.slice(context.req.path.indexOf('/media/') + '/media/'.length);
  const grant = readGrant(secret, method, key, new URL(context.req.url).searchParams, deps.now());
  if (grant === 'expired')
    throw new AppError('expired', { message: 'This link has expired. Reload the page for a new one.' });
  if (grant === 'forged') throw new AppError('not_found');
  return grant;
}

/** Start and end of `Range: bytes=…`; null when there is no range, or none we serve (RFC 9110, section 14). */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') return { start: Math.max(0, size - Number(match[2])), end: size - 1 };
  return { start: Number(match[1]), end: match[2] === '' ? size - 1 : Number(match[2]) };
}

/** Headers that let a browser show the file and nothing in it run. */
function headersOf(grant: Grant, now: Date): Record<string, string> {
  const maxAge = Math.max(0, Math.floor((grant.expires.getTime() - now.getTime()) / 1000));
  return {
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'content-disposition': grant.saveAs ? `attachment; filename="${grant.saveAs.replace(/[^\w.-]/g, '_')}"` : 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': contentTypeOf(grant.key),
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
  };
}

/** Serves stored files by signed links, with ranges, and takes uploads in. */
export function mountMedia(app: Api, deps: Deps, secret: string): void {
  app.get('/media/*', async (context) => {
    const grant = grantOf(context, deps, secret);
    const size = await deps.storage.size(grant.key);
    if (size === null) throw new AppError('not_found');
    const range = rangeOf(context.req.header('range'), size);
    const headers = headersOf(grant, deps.now());
    if (range && range.start > range.end)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
    const file = await deps.storage.open(grant.key, range ?? {});
    if (!file) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
    const { start, end } = file.range;
    const length = size === 0 ? 0 : end - start + 1;
    return new Response(Readable.toWeb(file.stream) as ReadableStream, {
      status: range ? 206 : 200,
      headers: {
        ...headers,
        'content-length': String(length),
        ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
      },
    });
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
