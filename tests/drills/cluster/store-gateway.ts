// In the store's namespace: forwards to the real store, or fails as the drill says (IPC).
import { connect, createServer, type Socket } from 'node:net';

import type { StoreError } from './plan';

const [address = '', port = '', targetHost = '', targetPort = ''] = process.argv.slice(2);
const cutAfterBytes = 30_000;

let error: StoreError | 'none' = 'none';
const open = new Set<Socket>();

const server = createServer((near) => {
  open.add(near);
  near.on('close', () => open.delete(near)).on('error', () => near.destroy());
  if (error === 'silent') return void near.resume();
  if (error === '500' || error === '503') return void near.once('data', () => refuse(near, error as string));
  const far = connect(Number(targetPort), targetHost);
  far.on('error', () => near.destroy()).on('close', () => near.destroy());
  near.on('close', () => far.destroy());
  near.pipe(far).pipe(near);
  if (error === 'cut') near.on('data', () => near.bytesRead + near.bytesWritten > cutAfterBytes && near.destroy());
});

function refuse(near: Socket, status: string): void {
  const [name, text] = status === '503' ? ['ServiceUnavailable', 'Slow down'] : ['InternalError', 'Failed'];
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${name}</Code><Message>${text}</Message></Error>`;
  near.resume();
  near.end(
    `HTTP/1.1 ${status} ${name}\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

process.on('message', (next: StoreError | 'none') => {
  error = next;
  for (const socket of open) socket.destroy();
});
process.on('disconnect', () => process.exit());
server.listen(Number(port), address, () => process.send!('ready'));
