import { once } from 'node:events';
import type { Socket } from 'node:net';

import { chunkOf, headOf, openSocket, type RawRequest } from './raw-http';

const megabyte = 1_000_000;
const piece = Buffer.alloc(64 * 1024, 'a');

/** 0 if the connection closes. */
export async function sendLarge(port: number, request: RawRequest, megabytes: number): Promise<number> {
  const isChunked = request.framing === 'chunked';
  const length: Record<string, string> = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': String(megabytes * megabyte) };
  const socket = await openSocket(port);
  const status = statusFrom(socket);
  socket.write(headOf(port, { method: 'POST', ...request, headers: { ...length, ...request.headers } }));
  await writeUntilAnswered(socket, megabytes * megabyte, isChunked);
  if (isChunked && socket.writable) socket.write('0\r\n\r\n');
  return status;
}

/** 0 without an answer. */
export function statusFrom(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
      if (status > 100) resolve(status);
    });
    socket.once('close', () => resolve(0));
    socket.once('end', () => resolve(0));
  });
}

export async function writeUntilAnswered(socket: Socket, bytes: number, isChunked = false): Promise<number> {
  let sent = 0;
  let isOver = false;
  const end = () => (isOver = true);
  for (const event of ['close', 'end', 'data']) socket.once(event, end);
  for (; sent < bytes && !isOver && socket.writable; sent += piece.length) {
    if (socket.write(isChunked ? chunkOf(piece) : piece)) continue;
    await Promise.race([once(socket, 'drain'), once(socket, 'close'), once(socket, 'data')]).catch(() => {});
  }
  return sent;
}
