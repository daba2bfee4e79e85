import { EXPOSED_HEADERS, Server } from '@tus/server';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod/v4';
import { SUCCESS } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { completeUpload, dropUpload, recordLength, uploadState } from '#backend/domain/material/resumable-upload';
import { in503, type DirectPieces } from '#backend/providers/storage/port';
import { readGrant, type Grant } from '#backend/providers/storage/signature';
import type { Api, ApiEnv } from './api-env';
import { failureOfTus } from './resumable-failures';
import { assertTusHeaders, tusVersion } from './resumable-headers';

const root = '/resumable/';
const exposedHeaders = ['Retry-After', 'X-Request-Id'];
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
type Piece = z.infer<typeof pieceSchema>;
const outsideOfUpload = 'Begin the upload with a POST request, and ask for pieces of its length.';

/** Which piece of the file will be sent to the store itself. */
function pieceOf(request: Request, direct: DirectPieces | undefined): Piece {
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
  const { direct } = deps.storage.resumable;
  let server: Server | undefined;
  const answer = (request: Request) => (server ??= protocolOf(deps, secret)).handleWeb(request);

  app.options(`${root}*`, (context) => {
    grantOf(context.req.raw, deps, secret); // an invalid link is 404, as for every method
    return answer(context.req.raw);
  });
  // HEAD is routed as GET.
  app.on(['POST', 'GET', 'PATCH', 'DELETE'], `${root}*`, async (context) => {
    const request = context.req.raw;
    const { method } = request;
    const piece = method === 'GET' ? pieceOf(request, direct) : undefined;
    const { key } = grantOf(request, deps, secret);
    context.header('tus-version', tusVersion);
    assertTusHeaders(request);
    const { status, size, granted_bytes } = await uploadState(deps, key);
    if (status !== 'uploading') {
      if (method === 'HEAD') return complete(size);
      throw new AppError('conflict', { message: 'This file has been sent already.' });
    }
    if (piece) {
      const data = await linkToPiece(deps, key, piece, granted_bytes);
      context.header('cache-control', 'no-store');
      return context.json({ code: SUCCESS, data, message: '' });
    }
    if (method === 'POST' || method === 'PATCH') await deps.storage.assertDiskSpace();
    const answered = () => answer(request).then(failureOfHeaders);
    if (method === 'HEAD') return progressOf(deps, key, answered);
    if (method === 'DELETE') return cancelUpload(deps, key, answered);
    return answered();
  });
}

function protocolOf(deps: AppContext, secret: string): Server {
  const { resumable } = deps.storage;
  return new Server({
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
  });
}

/** Of invalid headers, which `onResponseError` does not see. */
async function failureOfHeaders(answer: Response): Promise<Response> {
  if (answer.status === 400) throw failureOfTus({ status_code: 400, body: await answer.text() });
  return answer;
}

/** @throws AppError `invalid_input` outside of the bytes that the upload has reserved */
async function linkToPiece({ storage, now }: AppContext, key: string, piece: Piece, reserved: number | null) {
  const isReserved = piece.offset + piece.size <= (reserved ?? 0);
  const link = isReserved && (await storage.resumable.direct!.linkTo(key, { ...piece, now: now() }));
  if (!link) throw new AppError('invalid_input', { message: outsideOfUpload });
  return link;
}

/** Also of an upload that has not begun: its link reserves room. */
async function cancelUpload(deps: AppContext, key: string, ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask().catch((error: unknown) => {
    if (error instanceof AppError && error.error === 'not_found') return new Response(null, { status: 204 });
    throw error;
  });
  await dropUpload(deps, key);
  return answer;
}

/** How much has arrived. Also ends an upload of which all has. */
async function progressOf(deps: AppContext, key: string, ask: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await ask();
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
}
