import { EXPOSED_HEADERS, Server } from '@tus/server';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod/v4';
import { SUCCESS } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { completeUpload, recordLength, uploadState } from '#backend/domain/material/resumable-upload';
import { in503, type DirectPieces } from '#backend/providers/storage/port';
import { readGrant, type Grant } from '#backend/providers/storage/signature';
import type { Api, ApiEnv } from './api-env';
import { failureOfTus } from './resumable-failures';

const root = '/resumable/';
const exposedHeaders = ['Retry-After', 'X-Request-Id'];
const tusVersion = '1.0.0';
const pieceType = 'application/offset+octet-stream';
const longerThanReserved = () =>
  new AppError('too_large', {
    message: 'This link has begun with a shorter file. Request a new upload link to send another.',
  });

/** Bound to one upload and thus to its owner. */
function grantOf(request: Request, deps: AppContext, secret: string): Grant {
  const { pathname, searchParams } = new URL(request.url);
  const key = pathname.slice(pathname.indexOf(root) + root.length);
  const grant = readGrant(secret, 'TUS', key, searchParams, deps.now());
  if (grant === 'expired') {
    throw new AppError('expired', { message: 'This upload has waited for too long. Choose the file again.' });
  }
  if (grant === 'forged') throw new AppError('not_found');
  return grant;
}

const pieceSchema = z.object({
  offset: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(1),
});
const outsideOfUpload = 'Begin the upload with a POST request, and ask for pieces of its length.';

/** Which piece of the file will be sent to the store itself. */
function pieceOf(request: Request, direct: DirectPieces | undefined): { offset: number; size: number } {
  const { searchParams } = new URL(request.url);
  if (!direct || !searchParams.has('offset')) throw new AppError('not_found');
  const piece = pieceSchema.safeParse(Object.fromEntries(searchParams));
  if (piece.success && piece.data.size <= direct.pieceBytes) return piece.data;
  throw new AppError('invalid_input', {
    message: `Give offset and size in bytes, for a piece of at most ${direct.pieceBytes.toLocaleString('en')}.`,
  });
}

const complete = (size: number | null) =>
  new Response(null, {
    headers: {
      'upload-offset': String(size ?? 0),
      'upload-length': String(size ?? 0),
      'cache-control': 'no-store',
    },
  });

/** The tus server answers preflights itself and lets every origin read its own answers; failures get theirs here. */
export const headersOfUploads: MiddlewareHandler<ApiEnv> = async (context, next) => {
  await next();
  const { headers } = context.res;
  if (context.req.method !== 'OPTIONS') headers.set('tus-resumable', tusVersion);
  if (headers.has('access-control-allow-origin')) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', [EXPOSED_HEADERS, ...exposedHeaders].join(', '));
};

/** tus 1.0. One signed link serves all requests of an upload, which is acknowledged when its file is durable. */
export function mountResumable(app: Api, deps: AppContext, secret: string): void {
  const { resumable } = deps.storage;
  let server: Server | undefined;
  const protocol = () =>
    (server ??= new Server({
      path: root,
      datastore: resumable.dataStore,
      exposedHeaders,
      maxSize: (request) => grantOf(request, deps, secret).maxBytes ?? 1,
      namingFunction: (request) => resumable.idOf(grantOf(request, deps, secret).key),
      getFileIdFromRequest: (request) => resumable.idOf(grantOf(request, deps, secret).key),
      // Relative: the public path prefix is unknown.
      generateUrl: (request) => request.url.slice(request.url.lastIndexOf('/', request.url.indexOf('?')) + 1),
      onUploadCreate: async (request, { size }) => {
        const { key } = grantOf(request, deps, secret);
        if (size !== undefined && !(await recordLength(deps, key, size))) throw longerThanReserved();
        return {};
      },
      // Of two requests that began the upload at once, the longer may have been the last.
      onIncomingRequest: async (request, id) => {
        if (request.method !== 'PATCH') return;
        const { granted_bytes } = await uploadState(deps, grantOf(request, deps, secret).key);
        const { size = 0 } = await resumable.dataStore.getUpload(id);
        if (size > (granted_bytes ?? 0)) throw longerThanReserved();
      },
      onUploadFinish: async (request) => {
        await in503(() => completeUpload(deps, grantOf(request, deps, secret).key));
        return {};
      },
      onResponseError: (_request, error) => {
        throw failureOfTus(error);
      },
    }));

  async function answerOf(request: Request): Promise<Response> {
    const answer = await protocol().handleWeb(request);
    // Invalid headers, which `onResponseError` does not see.
    if (answer.status === 400) throw failureOfTus({ status_code: 400, body: await answer.text() });
    return answer;
  }

  app.options(`${root}*`, (context) => {
    grantOf(context.req.raw, deps, secret); // an invalid link is 404, as for every method
    return protocol().handleWeb(context.req.raw);
  });
  // HEAD is routed as GET.
  app.on(['POST', 'GET', 'PATCH', 'DELETE'], `${root}*`, async (context) => {
    const { method } = context.req;
    const piece = method === 'GET' ? pieceOf(context.req.raw, resumable.direct) : undefined;
    const { key } = grantOf(context.req.raw, deps, secret);
    const { status, size, granted_bytes } = await uploadState(deps, key);
    if (status !== 'uploading') {
      if (method === 'HEAD') return complete(size);
      throw new AppError('conflict', { message: 'This file has been sent already.' });
    }
    if (piece) {
      const isReserved = piece.offset + piece.size <= (granted_bytes ?? 0);
      const link = isReserved && (await resumable.direct!.linkTo(key, { ...piece, now: deps.now() }));
      if (!link) throw new AppError('invalid_input', { message: outsideOfUpload });
      context.header('cache-control', 'no-store');
      return context.json({ code: SUCCESS, data: link, message: '' });
    }
    if (method === 'PATCH' && context.req.header('content-type') !== pieceType) {
      throw new AppError('unsupported_type', { message: `Send the pieces as ${pieceType}.` });
    }
    if (method === 'POST' || method === 'PATCH') await deps.storage.assertDiskSpace();
    if (method !== 'HEAD') return answerOf(context.req.raw);
    try {
      const answer = await answerOf(context.req.raw);
      // If all has arrived, the process died after the last byte.
      const offset = answer.headers.get('upload-offset');
      if (offset !== null && offset === answer.headers.get('upload-length')) await completeUpload(deps, key);
      return answer;
    } catch (error) {
      // A concurrent request may have completed it.
      const latest = await uploadState(deps, key);
      if (latest.status === 'uploading') throw error;
      return complete(latest.size);
    }
  });
}
