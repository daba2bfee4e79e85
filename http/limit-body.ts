import type { Context } from 'hono';

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

/** Bodies in flight exceed their memory. */
export class TooManyBodies extends Error {
  override readonly name = 'TooManyBodies';
}

export interface BodyLimit {
  /** Of the encoded body. */
  maxBytes: number;
  /** `whole`: buffered first; `stream`: by the handler. */
  read: 'whole' | 'stream';
}

/** The connection limit bounds the sum of smaller ones. */
const smallBytes = 65_536;
/** Per process. */
const sharedBytes = 64 * 1_048_576;
let heldBytes = 0;

/**
 * Node enforces a declared length; a chunked body is counted.
 * @throws BodyTooLarge; for a chunked `stream`, while the handler reads it
 * @throws TooManyBodies
 */
export async function limitBody(context: Context, { maxBytes, read }: BodyLimit): Promise<void> {
  const { raw } = context.req;
  if (raw.method === 'GET' || raw.method === 'HEAD') return;
  const length = raw.headers.get('content-length');
  const declared = length === null ? undefined : Number(length);
  if (declared !== undefined && declared > maxBytes) throw new BodyTooLarge(maxBytes);
  const isBounded = declared !== undefined && (read === 'stream' || declared <= smallBytes);
  if (isBounded || !raw.body) return;
  const body = read === 'whole' ? await readWhole(raw.body, maxBytes) : raw.body.pipeThrough(countBytes(maxBytes));
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

async function readWhole(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      heldBytes += chunk.length;
      if (bytes > maxBytes) throw new BodyTooLarge(maxBytes);
      if (heldBytes > sharedBytes) throw new TooManyBodies();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    heldBytes -= bytes;
  }
}

function sizeInWords(bytes: number): string {
  return bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1024)} kB`;
}
