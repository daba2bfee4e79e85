import { calls, type CallName, type Input } from '#contract/calls';

import { formBlob } from './form-blob.server';

/** Query for GET, form data for files, JSON otherwise. */
export function buildRequest<N extends CallName>(name: N, input: Input<N>, baseUrl: string, headers: Headers): Request {
  const { method, path, body } = calls[name];
  const url = new URL(baseUrl + path);
  const fields = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (method === 'GET') {
    for (const [key, value] of fields) url.searchParams.set(key, String(value));
    return new Request(url, { method, headers });
  }
  if (body === 'multipart') {
    return new Request(url, { method, headers, body: formBlob(fields) });
  }
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: JSON.stringify(Object.fromEntries(fields)) });
}
