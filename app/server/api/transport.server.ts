import { environment } from '~/server/environment.server';
import { EnvironmentError } from '~/server/errors';

/** HTTP, or a function call in this process. */
export type Transport = (request: Request) => Promise<Response>;

/** Placeholder of the in-process API. */
export const localApiUrl = 'http://api.internal';

/**
 * .ai domains have their own.
 * @throws EnvironmentError if the API neither runs in this process nor has a URL
 */
export function apiUrlFor(host: string): string {
  const { API_URL, API_URL_AI } = environment;
  const url = isAiHost(host) ? (API_URL_AI ?? API_URL) : API_URL;
  if (url) return url;
  throw new EnvironmentError(['API_URL is required when the API does not run in the same process']);
}

export const isAiHost = (host: string) => host.split(':')[0]!.includes('.ai');
