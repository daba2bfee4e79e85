import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { calls } from '#contract';

import { freePort, freshDataDirectory, removeDataDirectory } from './stack';

export async function listen(handler: RequestListener): Promise<{ url: string; stop(): void }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function exampleApi(answers: Partial<Record<string, object>> = {}) {
  return listen((request, response) => {
    const path = new URL(request.url!, 'http://api').pathname;
    const call = Object.values(calls).find((known) => known.path === path);
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 200, data: answers[path] ?? call?.examples[0]?.output ?? {}, message: '' }));
  });
}

export interface WebProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export const sessionSecret = 'a secret that is only good for tests';

/** Without API, workers and database. */
export async function startWebProcess(environment: Record<string, string>): Promise<WebProcess> {
  const port = await freePort();
  const dataDirectory = freshDataDirectory();
  const { PATH, HOME } = process.env;
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDirectory, SESSION_SECRET: sessionSecret };
  const child = spawn(process.execPath, ['--import', './build/monitor.js', 'build/server.js'], {
    env: { PATH, HOME, NODE_ENV: 'production', ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The web server did not start:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('server_listening')) resolve();
    });
  });
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      removeDataDirectory(dataDirectory);
    },
  };
}
