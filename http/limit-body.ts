import type { Context } from 'hono';

import type { HttpEnv } from './env';
import { FairShare } from './fair-share';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  /** `60 MB` */
  readonly most: string;
  constructor(readonly maxBytes: number) {
    const most = sizeInWords(maxBytes);
    super(`The request is too large: at most ${most} can be sent here.`);
    this.most = most;
  }
}

/** Bodies in flight exceed their memory, and this one made room. */
export class TooManyBodies extends Error {
  override readonly name = 'TooManyBodies';
}

const arriveMs = 120_000;

export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
  constructor() {
    super(
      `The request took longer than ${arriveMs / 60_000} minutes to arrive. Send it again, over a faster connection.`,
    );
  }
}

export interface BodyLimit {
  /** Of the encoded body. */
  maxBytes: number;
  /** `whole`: buffered first; `stream`: by the handler. */
  read: 'whole' | 'stream';
}

/** Bytes, per process. */
const memory = new FairShare(64 * 1_048_576);

/**
 * Node enforces a declared length; a chunked body is counted.
 * @throws BodyTooLarge; for a chunked `stream`, while the handler reads it
 * @throws TooManyBodies, BodyTooSlow for `whole`
 */
export async function limitBody(
  context: Pick<Context<HttpEnv>, 'req' | 'env'>,
  { maxBytes, read }: BodyLimit,
): Promise<void> {
  const { raw } = context.req;
  if (raw.method === 'GET' || raw.method === 'HEAD') return;
  const length = raw.headers.get('content-length');
  const declared = length === null ? undefined : Number(length);
  if (declared !== undefined && declared > maxBytes) throw new BodyTooLarge(maxBytes);
  const isBounded = declared !== undefined && (read === 'stream' || context.env?.incoming?.complete);
  if (isBounded || !raw.body) return;
  const body =
    read === 'whole'
      ? await readWhole(raw.body, maxBytes, context.env?.network)
      : raw.body.pipeThrough(countBytes(maxBytes));
  const { method, headers, signal } = raw;
  context.req.raw = new Request(raw.url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}

function countBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new BodyTooLarge(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}

async function readWhole(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  network: string | undefined,
): Promise<Uint8Array> {
  const reader = body.getReader();
  let failure: Error | undefined;
  const giveUp = (error: Error) => {
    failure ??= error;
    reader.cancel(error).catch(() => {}); // ends a pending read
  };
  const share = memory.enter(network, () => giveUp(new TooManyBodies()));
  const timer = setTimeout(() => giveUp(new BodyTooSlow()), arriveMs);
  // Chunks are copied: kept as they are, those of one byte would take hundreds each.
  let held = Buffer.alloc(0);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (failure) throw failure;
      if (done) return held.subarray(0, bytes);
      const end = bytes + value.length;
      if (end > maxBytes) giveUp(new BodyTooLarge(maxBytes));
      else if (end > held.length) {
        const size = Math.min(maxBytes, Math.max(end, 2 * held.length));
        share.use(size - held.length);
        held = Buffer.concat([held], size);
      }
      if (failure) throw failure;
      held.set(value, bytes);
      bytes = end;
    }
  } finally {
    clearTimeout(timer);
    share.leave();
  }
}

function sizeInWords(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1024)} kB`;
}
