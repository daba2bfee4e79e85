import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

import type { Mail } from '#backend/providers/mail/port';

export interface TestMailServer {
  url: string;
  received: Mail[];
}

/** Stopped after the test; `options` can reject mails. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ subject = '', html = '', text = '' }) => {
          const [to] = session.envelope.rcptTo;
          received.push({ to: to!.address, subject, html: html.trimEnd(), text: text.trimEnd() });
          done();
        }, done);
    },
    ...options,
  });
  server.on('error', () => {}); // tests disconnect mid-command
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, received };
}

export async function startRawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
