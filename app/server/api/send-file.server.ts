import type { Readable } from 'node:stream';

import type { Output } from '#contract/calls';
import { failureEnvelope } from '#contract/envelope';
import { errors } from '#contract/errors';
import { webStream } from '#http/web-stream';

import { ApiError, NetworkError } from '~/server/errors';
import { parseJson } from './parse-json.server';
import { localApiUrl, type Transport } from './transport.server';

type Target = Pick<Output<'upload_sign_url'>['upload'], 'url' | 'method' | 'headers'>;

interface Options {
  baseUrl: string;
  transport?: Transport;
  signal: AbortSignal;
}

/** Prevents `fetch` from buffering the body. */
const withoutReplay = { redirect: 'error', window: null } as const;

/**
 * No retries: a stream cannot be read twice.
 * @throws ApiError if the storage refuses the file, NetworkError if the connection breaks
 */
export async function sendFile(target: Target, bytes: Readable, options: Options): Promise<void> {
  const { baseUrl, transport = fetch, signal } = options;
  // The in-process API lacks the public `/api` prefix.
  const path = baseUrl === localApiUrl ? target.url.replace(/^(?:https?:\/\/[^/]+)?\/api(?=\/)/, '') : target.url;
  const { method, headers } = target;
  const init = { method, headers, body: webStream(bytes), duplex: 'half', signal, ...withoutReplay };
  const request = new Request(new URL(path, baseUrl), init as RequestInit);
  const response = await transport(request).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new NetworkError('upload', { cause: error });
  });
  const text = await response.text();
  if (response.ok) return;
  throw errorFrom(response.status, text);
}

function errorFrom(status: number, text: string): ApiError {
  const failure = failureEnvelope.safeParse(parseJson(text));
  if (!failure.success) return new ApiError({ call: 'upload', status, message: errors.internal.message });
  const { message, error, trace_id } = failure.data;
  return new ApiError({ call: 'upload', status, message, name: error, traceId: trace_id });
}
