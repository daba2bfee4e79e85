import { environment } from '~/server/environment.server';
import { EnvironmentError } from '~/server/errors';

/** Carries one request to the API: over a socket, or by a plain function call when the API runs in this process. */
export type Transport = (request: Request) => Promise<Response>;

/** Stands for the API in this process; its requests never leave it. */
export const localApiUrl = 'http://api.internal';

/**
 * The API's address for a page's host: sites on a .ai domain have their own.
 * @throws EnvironmentError when this process neither runs the API nor was told where it is
 */
export function apiUrlFor(host: string): string {
  const { API_URL, API_URL_AI } = environment;
  const url = isAiHost(host) ? (API_URL_AI ?? API_URL) : API_URL;
  if (url) return url.replace(/\/$/, '');
  throw new EnvironmentError(['API_URL is required when the API does not run in the same process']);
}

export const isAiHost = (host: string) => host.split(':')[0]!.includes('.ai');
