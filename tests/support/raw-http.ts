import { connect, type Socket } from 'node:net';

/** Written unchanged. */
export interface RawRequest {
  method?: string;
  /** Unencoded. */
  path: string;
  version?: '1.0' | '1.1';
  /** `null` removes a default header. */
  headers?: Record<string, string | null>;
  body?: string | Uint8Array;
  /** Default: length, with a body. */
  framing?: 'length' | 'chunked' | 'none';
}

export interface RawAnswer {
  /** 0 if closed or timed out. */
  status: number;
  headers: Record<string, string>;
  text: string;
}

const silenceMs = 20_000;
const none: RawAnswer = { status: 0, headers: {}, text: '' };

export function exchange(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    const end = () => {
      socket.destroy();
      resolve(parse(Buffer.concat(received), request.method === 'HEAD'));
    };
    socket.setTimeout(silenceMs, end);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (request.method !== 'HEAD' && hasWholeBody(received)) end();
    });
    // The server may answer early.
    socket.once('error', end);
    socket.once('end', end);
    socket.once('connect', () => socket.write(messageOf(port, request)));
  });
}

export function headOf(port: number, { method = 'GET', path, version = '1.1', headers = {} }: RawRequest): Buffer {
  const all = { host: `localhost:${port}`, connection: 'close', ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return Buffer.from(`${method} ${path} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function messageOf(port: number, request: RawRequest): Buffer {
  const body = Buffer.from(request.body ?? '');
  const framing = request.framing ?? (request.body === undefined ? 'none' : 'length');
  const lengths = {
    length: { 'content-length': String(body.length) },
    chunked: { 'transfer-encoding': 'chunked' },
    none: {},
  };
  const head = headOf(port, { ...request, headers: { ...lengths[framing], ...request.headers } });
  return Buffer.concat([head, framing === 'chunked' ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const middle = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.length > 0);
  return Buffer.concat([...parts.map(chunkOf), Buffer.from('0\r\n\r\n')]);
}

export const chunkOf = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** After an early answer, a server waits half a second for the rest of the request before it closes. */
function hasWholeBody(received: Buffer[]): boolean {
  const bytes = Buffer.concat(received);
  const end = bytes.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(bytes.subarray(0, end + 2).toString('latin1'))?.[1];
  return end >= 0 && length !== undefined && bytes.length - end - 4 >= Number(length);
}

function parse(bytes: Buffer, isHead: boolean): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return none;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 100) return parse(bytes.subarray(end + 4), isHead);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status, headers, text: isHead ? '' : body.toString() };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf('\r\n', at);
    const length = parseInt(bytes.subarray(at, line).toString(), 16);
    if (line < 0 || !(length > 0)) break;
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 4 + length;
  }
  return Buffer.concat(parts);
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}
