import { ApiError } from './errors';

/** The specification's text. */
export function pageNotFound(request: Request, hint?: string): Response {
  const text = `Page Not Found: ${new URL(request.url).pathname}`;
  return new Response(hint ? `${text}. ${hint}` : text, { status: 404, statusText: 'Not Found' });
}

/** Null for what the API no longer has. */
export async function orNull<T>(subject: Promise<T>): Promise<T | null> {
  try {
    return await subject;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * For the API's 404 and 410.
 * @throws Response 404
 */
export async function orNotFound<T>(subject: Promise<T>, request: Request): Promise<T> {
  try {
    return await subject;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) throw pageNotFound(request);
    throw error;
  }
}
