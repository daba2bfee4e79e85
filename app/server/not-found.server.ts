import { ApiError } from './errors';

/** The answer to an address that leads nowhere, in the specification's words, with a hint where one helps. */
export function pageNotFound(request: Request, hint?: string): Response {
  const text = `Page Not Found: ${new URL(request.url).pathname}`;
  return new Response(hint ? `${text}. ${hint}` : text, { status: 404, statusText: 'Not Found' });
}

/**
 * Waits for what a page is about. When the API doesn't know it, or not any more, there is no such page.
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
