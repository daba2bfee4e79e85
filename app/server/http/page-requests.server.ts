import type { Context, MiddlewareHandler } from 'hono';

import { rules } from '#contract/index';

import { BodyTooLarge, BodyTooSlow, limitBody, TooManyBodies, type BodyLimit } from '#http/limit-body';
import { paths } from '~/lib/paths';
import { isMultipart } from '~/server/multipart.server';

const megabyte = 1_048_576;
const form: BodyLimit = { maxBytes: 262_144, read: 'whole' };

/** Bytes by path prefix; `form` adds room for text fields. */
const formsWithFiles: readonly (readonly [path: string, maxFileBytes: number])[] = [
  [paths.faceSwap(), rules.videoMaxBytes], // includes /face-swap-photo and /face-swap-video
  [paths.myFace(), rules.photoMaxBytes], // includes /my/faces
  [paths.resources.face(), rules.photoMaxBytes],
  [paths.contact(), 5 * 10 * megabyte],
  [paths.verify(), rules.photoMaxBytes],
];

/** Multipart requires a boundary. */
const formType = /^application\/x-www-form-urlencoded(?:;|$)|^multipart\/form-data;.*boundary=/i;

/** Remix matches each beginning of a path with all routes: one of 7,000 parts took 10 s. */
const maxParts = 32;

/** Of all links together whose routes a page asks for: far more than a page has. */
const maxPartsOfLinks = 256;

const partsOf = (path: string) => path.split('/').length;

/** React Router takes what follows a backslash for a host, and warns of wrong escapes at each match. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).startsWith('/\\');
  } catch {
    return false;
  }
}

/** Remix matches the links, too. */
function areLinksReadable(links: string[]): boolean {
  return links.every(isReadable) && links.reduce((parts, link) => parts + partsOf(link), 0) <= maxPartsOfLinks;
}

/** The page of the same address in readable form says that there is none. */
function answerUnreadable(context: Context, path: string): Response {
  const isSafe = context.req.method !== 'POST' && !path.startsWith('//');
  return isSafe ? context.redirect(encodeURI(path)) : context.text('This address does not exist.', 404);
}

/** Admits GET, HEAD, and POST of a form within its size limit. */
export const pageRequests: MiddlewareHandler = async (context, next) => {
  const { method } = context.req;
  if (method === 'OPTIONS') return context.body(null, 204, { allow: 'GET, HEAD, POST, OPTIONS' });
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return context.text(`Pages do not take ${context.req.method}.`, 405, { allow: 'GET, HEAD, POST, OPTIONS' });
  }
  const { pathname, searchParams } = new URL(context.req.url);
  const links = pathname === '/__manifest' ? searchParams.getAll('p') : [];
  if (partsOf(pathname) > maxParts || !areLinksReadable(links))
    return context.text('This address does not exist.', 404);
  if (!isReadable(pathname)) return answerUnreadable(context, pathname);
  // Remix's former data protocol, unused.
  if (context.req.query('_data') !== undefined) return context.text('This address does not exist.', 400);
  if (method !== 'POST') return next();
  const type = context.req.header('content-type') ?? '';
  if (!formType.test(type)) return context.text('Send a form: urlencoded, or multipart with its boundary.', 415);
  const limit = bodyLimitFor(context);
  try {
    await limitBody(context, limit);
  } catch (error) {
    if (error instanceof TooManyBodies)
      return context.text('The server is busy. Try again.', 503, { 'retry-after': '2' });
    if (error instanceof BodyTooSlow) return context.text(error.message, 408);
    if (!(error instanceof BodyTooLarge)) throw error;
    if (limit.read === 'whole') return context.text(error.message, 413);
    failWhenRead(context, error);
  }
  return next();
};

/** The page's action meets the error as it reads the form, and answers with the page, which keeps what was typed. */
function failWhenRead(context: Context, error: Error): void {
  const { url, method, headers, signal } = context.req.raw;
  const body = new ReadableStream({ start: (controller) => controller.error(error) });
  context.req.raw = new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}

function bodyLimitFor({ req }: Context): BodyLimit {
  const [, maxFileBytes] = formsWithFiles.find(([path]) => req.path.startsWith(path)) ?? [];
  if (!maxFileBytes || !isMultipart(req.raw)) return form;
  return { maxBytes: maxFileBytes + form.maxBytes, read: 'stream' };
}
