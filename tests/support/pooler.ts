import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * PgBouncer in transaction mode, at its least helpful: each transaction gets another connection than the one before, none
 * is reset, and settings at the start of a session are refused. Tests without a timeout of their own use the one of TEST_PGBOUNCER instead, if it is set.
 */
export async function poolerFor(databaseUrl: string, { timeoutMs }: { timeoutMs?: number } = {}): Promise<string> {
  const external = process.env.TEST_PGBOUNCER;
  if (external && timeoutMs === undefined) return withPath(external, new URL(databaseUrl).pathname);
  const servers = await Promise.all(Array.from({ length: 4 }, () => openServer(databaseUrl, timeoutMs ?? 15_000)));
  const free = [...servers];
  const waiting: ((server: Server) => void)[] = [];
  const take = async () => free.shift() ?? (await new Promise<Server>((resolve) => waiting.push(resolve)));
  const giveBack = (server: Server) => {
    const next = waiting.shift();
    if (next) next(server);
    else free.push(server);
  };
  const clients = new Set<Socket>();
  // As PgBouncer: otherwise each answer of several messages waits 40 ms for the client's acknowledgement of the first.
  const listener = createServer({ noDelay: true }, (socket) => {
    clients.add(socket);
    serve(socket, take, giveBack);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => {
    for (const socket of [...clients, ...servers.map(({ socket }) => socket)]) socket.destroy();
    listener.close();
  });
  const { port } = listener.address() as { port: number };
  return withPath(`postgresql://faceswap@127.0.0.1:${port}`, new URL(databaseUrl).pathname);
}

function withPath(url: string, path: string): string {
  const copy = new URL(url);
  copy.pathname = path;
  return copy.href;
}

interface Server {
  socket: Socket;
  /** Gets what the server sends; true after the end of a transaction. */
  receive: (bytes: Buffer, isIdle: boolean) => void;
}

const knownParameters = ['user', 'database', 'client_encoding', 'application_name'];

function serve(socket: Socket, take: () => Promise<Server>, giveBack: (server: Server) => void): void {
  let hasStarted = false;
  let server: Server | undefined;
  let isTaking = false;
  let unsent: Buffer[] = [];
  const release = () => {
    if (server) giveBack(server);
    server = undefined;
  };
  const forward = async (message: Buffer) => {
    if (message[0] === code('X')) return void socket.end();
    if (server) return void server.socket.write(message);
    unsent.push(message);
    if (isTaking) return;
    isTaking = true;
    server = await take();
    isTaking = false;
    server.receive = (bytes, isIdle) => {
      if (!socket.destroyed) socket.write(bytes);
      if (isIdle) release();
    };
    for (const waiting of unsent) server.socket.write(waiting);
    unsent = [];
  };
  const read = messagesOf((message) => void forward(message));
  socket.on('data', (bytes: Buffer) => {
    if (hasStarted) return read(bytes);
    const names = bytes
      .subarray(8)
      .toString()
      .split('\0')
      .filter((_, index) => index % 2 === 0);
    const unknown = names.find((name) => name && !knownParameters.includes(name));
    if (unknown) return void socket.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`));
    hasStarted = true;
    socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]));
  });
  socket.on('error', () => {});
}

/** Logged in without a password, with the timeout as `connect_query` sets it. */
async function openServer(databaseUrl: string, timeoutMs: number): Promise<Server> {
  const url = new URL(databaseUrl);
  const socket = connectSocket(`${url.searchParams.get('host')}/.s.PGSQL.5432`);
  socket.on('error', () => {});
  const server: Server = { socket, receive: () => {} };
  const idle = () =>
    new Promise<void>((resolve) => {
      server.receive = (_, isIdle) => isIdle && resolve();
    });
  socket.on(
    'data',
    messagesOf((bytes) => server.receive(bytes, bytes[0] === code('Z') && bytes[5] === code('I'))),
  );
  const parameters = Buffer.from(`user\0${url.username}\0database\0${url.pathname.slice(1)}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(parameters.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  socket.write(Buffer.concat([head, parameters]));
  await idle();
  socket.write(message('Q', `set statement_timeout = ${timeoutMs}\0`));
  await idle();
  return server;
}

const code = (letter: string) => letter.charCodeAt(0);

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Complete messages: a type and a length before each. */
function messagesOf(handle: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      handle(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
