import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { urlErrorOf, hostOf } from './address-rules';
import type { WebhookReply, WebhookRequest, WebhookSender } from './port';
import { isPublicAddress } from './public-address';
import { resolveByDns, resolveBySystem, type Resolve } from './resolve';

interface Options {
  /** Local and test mode only. */
  allowPrivate?: boolean;
  /** From DNS query to response headers. */
  timeoutMs?: number;
  resolve?: Resolve;
  isAllowed?: (address: string) => boolean;
}

const excerptBytes = 1024;
const excerptCharacters = 200;
const bodyMs = 1000;

class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
}

class ConnectionClosed extends Error {
  readonly code = 'ECONNRESET';
}

export function httpWebhooks({
  allowPrivate = false,
  timeoutMs = 10_000,
  resolve = allowPrivate ? resolveBySystem : resolveByDns,
  isAllowed = allowPrivate ? () => true : isPublicAddress,
}: Options = {}): WebhookSender {
  const urlError = (url: string) => urlErrorOf(url, { allowPrivate });

  /** Pinned to these addresses, against DNS rebinding. */
  async function addressesOf(url: URL): Promise<string[]> {
    const addresses = await resolve(hostOf(url));
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new BlockedAddress();
    return addresses;
  }

  return {
    urlError,
    async send({ signal, ...request }): Promise<WebhookReply> {
      const started = performance.now();
      const spent = () => Math.round(performance.now() - started);
      const deadline = AbortSignal.timeout(timeoutMs);
      const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        const fault = urlError(request.url);
        if (fault) return { failure: fault, durationMs: 0 };
        const url = new URL(request.url);
        const addresses = await orAborted(ended, addressesOf(url));
        const answer = await post(url, request, addresses, ended);
        const durationMs = spent();
        return { statusCode: answer.statusCode ?? 0, response: await excerptOf(answer), durationMs };
      } catch (error) {
        if (signal?.aborted) throw error;
        const failure = deadline.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : failureMessageOf(error);
        return { failure, durationMs: spent() };
      }
    },
  };
}

function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}

const pinnedTo =
  (addresses: string[]): LookupFunction =>
  (_host, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  };

function post(
  url: URL,
  { headers, body }: WebhookRequest,
  addresses: string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: pinnedTo(addresses),
      signal,
    };
    request(url, options, resolve)
      .once('error', reject)
      // Without an error, after an answer with 101: the connection is no longer HTTP.
      .once('close', () => reject(new ConnectionClosed()))
      .end(body);
  });
}

async function excerptOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => answer.destroy(), bodyMs);
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= excerptBytes) break;
    }
  } catch {
    // The connection broke: the excerpt ends here.
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, excerptBytes).toString('utf8');
  return [...text.replace(/[\p{Cc}\p{Surrogate}\uFFFD]+/gu, ' ').trim()].slice(0, excerptCharacters).join('');
}

const failureMessages: Record<string, string> = {
  ENOTFOUND: 'The name of the host does not exist.',
  ENODATA: 'The name of the host has no address.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
};

function failureMessageOf(error: unknown): string {
  if (error instanceof BlockedAddress) return 'The host resolves to an address that is not public.';
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (failureMessages[code]) return failureMessages[code];
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return `The TLS connection failed (${code}).`;
  if (code.startsWith('HPE_')) return 'The answer was not valid HTTP.';
  return `The request failed (${code}).`;
}
