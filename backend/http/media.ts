import type { Context } from 'hono';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { isAttachmentKey, receiveAttachment } from '#backend/domain/feedback/attachments';
import { receiveUpload } from '#backend/domain/material/receive-upload';
import { exportOf } from '#backend/domain/data-export/export-data';
import { zipOf } from '#backend/domain/swap/zip-creations';
import { FileTooLarge } from '#backend/providers/storage/port';
import { readGrant, type Grant } from '#backend/providers/storage/signature';
import type { Api } from './api-env';
import { receiveOne } from './receiving';
import { answerFile } from './stored-file';
import { zipLength, zipStream, type ZipEntry } from './zip-stream';

function grantOf(context: Context, deps: AppContext, secret: string): Grant {
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const key = context.req.path.slice(context.req.path.indexOf('/media/') + '/media/'.length);
  const grant = readGrant(secret, method, key, new URL(context.req.url).searchParams, deps.now());
  if (grant === 'expired')
    throw new AppError('expired', { message: 'This link has expired. Reload the page for a new one.' });
  if (grant === 'forged') throw new AppError('not_found');
  return grant;
}

const secondsLeft = ({ expires }: Grant, now: Date) =>
  Math.max(1, Math.floor((expires.getTime() - now.getTime()) / 1000));

/** A CDN then asks whether the file is unchanged, and finds deleted ones gone. */
const keptByCdnSeconds = 60;

function headersOf(grant: Grant, now: Date, isBehindCdn = false) {
  const { saveAs } = grant;
  const seconds = secondsLeft(grant, now);
  const keptBy = isBehindCdn
    ? `public, max-age=${seconds}, s-maxage=${Math.min(seconds, keptByCdnSeconds)}`
    : `private, max-age=${seconds}`;
  return {
    'cache-control': `${keptBy}, immutable`,
    'content-disposition': saveAs ? attachmentNamed(saveAs) : 'inline',
    // A CDN may be another site than the pages; the link alone gives access.
    ...(isBehindCdn ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
}

/** RFC 6266. */
function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\w.-]/gu, '_');
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
}

interface Options {
  secret: string;
  isBehindCdn: boolean;
}

/** In lower case and without parameters, which some clients add. */
const mediaTypeOf = (context: Context) => context.req.header('content-type')?.split(';')[0]!.trim().toLowerCase();

export function mountMedia(app: Api, deps: AppContext, { secret, isBehindCdn }: Options): void {
  app.get('/media/*', async (context) => {
    const grant = grantOf(context, deps, secret);
    const zipped = await zipOf(deps, grant.key);
    if (zipped) return answerZip(context, deps, grant, zipped);
    const exported = await exportOf(deps, grant.key);
    if (exported) return answerZip(context, deps, grant, exported);
    const now = deps.now();
    const redirection = { now, seconds: secondsLeft(grant, now) };
    return answerFile(context, deps.storage, grant.key, headersOf(grant, now, isBehindCdn), redirection);
  });

  app.put('/media/*', async (context) => {
    const grant = grantOf(context, deps, secret);
    if (grant.contentType && mediaTypeOf(context) !== grant.contentType) {
      throw new AppError('unsupported_type', {
        message: `Send the file as ${grant.contentType}, as its address says.`,
      });
    }
    const maxBytes = grant.maxBytes ?? 0;
    if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw new FileTooLarge(maxBytes);
    const receive = isAttachmentKey(grant.key) ? receiveAttachment : receiveUpload;
    const validMs = grant.expires.getTime() - deps.now().getTime();
    await receiveOne({ key: grant.key, validMs }, context.req.raw.body, (body) =>
      receive(deps, { linkKey: grant.key, body, maxBytes }),
    );
    return context.json({ code: 200, data: {}, message: '' });
  });
}

/** Made while it is sent: no ranges, no validators. */
function answerZip(context: Context, deps: AppContext, grant: Grant, files: ZipEntry[]): Response {
  if (files.length === 0) throw new AppError('not_found');
  const length = zipLength(files);
  const headers = {
    ...headersOf(grant, deps.now()),
    'cache-control': 'private, no-store',
    ...(length === null ? {} : { 'content-length': String(length) }),
    'content-type': 'application/zip',
  };
  return new Response(context.req.method === 'HEAD' ? null : zipStream(deps.storage, files), { headers });
}
