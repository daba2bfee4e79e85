import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import { answerBeforeEnd } from './answer-before-end';
import type { HttpEnv } from './env';
import { publicRequest } from './public-request';
import type { TrustedProxies } from './trusted-proxies';

export interface ServerLimits {
  /** Without traffic; slow connections may continue. */
  idleMs: number;
  headersMs: number;
  /** Longer than the 60 s of common load balancers. */
  keepAliveMs: number;
  maxConnections: number;
  /** Trusted proxies are exempt. */
  maxConnectionsPerNetwork: number;
  /** For running requests after close(). */
  closeMs: number;
}

export const serverLimits: ServerLimits = {
  idleMs: 120_000,
  headersMs: 20_000,
  keepAliveMs: 65_000,
  maxConnections: 4_000,
  maxConnectionsPerNetwork: 200,
  closeMs: 5_000,
};

interface Options {
  port: number;
  proxies: TrustedProxies;
  /** The addresses that count as one client. */
  networkOf: (address: string) => string;
  limits?: Partial<ServerLimits>;
  before?: ((incoming: IncomingMessage, ...rest: [Parameters<RequestListener>[1], () => void]) => void) | undefined;
}

export interface RunningServer {
  port: number;
  /** Waits for running requests, then closes all connections. */
  close(): Promise<void>;
}

/** @throws Error that `portFault` explains */
export async function listen(app: Hono<HttpEnv>, options: Options): Promise<RunningServer> {
  const { port, proxies, networkOf, before } = options;
  const limits = { ...serverLimits, ...options.limits };
  const answer = getRequestListener(
    (request, { incoming }) => {
      const seen = proxies.isPeerTrusted(incoming as IncomingMessage)
        ? publicRequest(request, incoming as IncomingMessage)
        : request;
      const clientAddress = proxies.clientAddressOf(incoming as IncomingMessage);
      const network = clientAddress && networkOf(clientAddress);
      return app.fetch(seen, { clientAddress, network, incoming: incoming as IncomingMessage });
    },
    // HTTP/1.0 requests may lack a Host header.
    { hostname: 'localhost' },
  );
  const answers = new RunningAnswers();
  const listener: RequestListener = (incoming, outgoing) => {
    answers.add(outgoing);
    answerBeforeEnd(incoming, outgoing);
    if (before) before(incoming, outgoing, () => void answer(incoming, outgoing));
    else void answer(incoming, outgoing);
  };
  const server = createServer({ connectionsCheckingInterval: Math.min(limits.headersMs, 5_000) }, listener);
  applyLimits(server, limits, { proxies, networkOf });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      answers.endConnections();
      return close(server, limits.closeMs);
    },
  };
}

/** Of `listen`: what the operator can do. */
export function portFault({ code, port }: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may be opened by root only: set PORT to one from 1024 on.`;
  return undefined;
}

/**
 * The answers that are being sent. When the server closes, each connection ends with its present answer: kept alive, it
 * would take further requests until it is cut.
 */
class RunningAnswers {
  private readonly running = new Set<ServerResponse>();
  private readonly queues = new WeakMap<Socket, Set<ServerResponse>>();
  private isEnding = false;

  add(outgoing: ServerResponse): void {
    if (this.isEnding) outgoing.shouldKeepAlive = false;
    this.running.add(outgoing);
    const queue = this.queueOf(outgoing.req.socket).add(outgoing);
    outgoing.once('close', () => {
      this.running.delete(outgoing);
      queue.delete(outgoing);
    });
  }

  /** Node emits `close` on the answer that it is sending only; answers of pipelined requests wait behind it. */
  private queueOf(socket: Socket): Set<ServerResponse> {
    const known = this.queues.get(socket);
    if (known) return known;
    const queue = new Set<ServerResponse>();
    this.queues.set(socket, queue);
    socket.once('close', () => {
      for (const outgoing of queue) if (!outgoing.socket && !outgoing.writableFinished) endWithoutSocket(outgoing);
    });
    return queue;
  }

  endConnections(): void {
    this.isEnding = true;
    for (const outgoing of this.running) {
      if (outgoing.headersSent) outgoing.once('finish', () => outgoing.req.socket.destroySoon());
      else outgoing.shouldKeepAlive = false;
    }
  }
}

/** Otherwise the file that it would send stays open. */
function endWithoutSocket(outgoing: ServerResponse): void {
  outgoing.destroy();
  outgoing.emit('close');
}

function applyLimits(
  server: Server,
  limits: ServerLimits,
  { proxies, networkOf }: Pick<Options, 'proxies' | 'networkOf'>,
): void {
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = 0; // uploads may take hours; idleMs bounds stalls
  server.keepAliveTimeout = limits.keepAliveMs;
  server.timeout = limits.idleMs;
  server.maxConnections = limits.maxConnections;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (!address || proxies.isPeerTrusted({ socket } as IncomingMessage)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > limits.maxConnectionsPerNetwork) return void socket.destroy();
    open.set(network, count);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

function close(server: Server, closeMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), closeMs).unref();
  return ended;
}
