import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import autocannon from 'autocannon';

import { ratio, type Table } from './table';

const SECONDS = 5;
const CONNECTIONS = 20;

const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const;
const REQUESTS = {
  'home page': { path: '/' },
  'tool page': { path: '/face-swap-photo' },
  'API: tool/lists': { path: '/api/tool/lists', ...json },
  'API: refused sign-in token': { path: '/api/my/userinfo', ...json, isRefusal: true },
};

export async function benchThroughput(siteUrl: string): Promise<Table> {
  const bare = await startBareServer();
  try {
    const reference = await measure({ url: bare.url });
    const rows = [rowOf('bare node:http', reference, reference.perSecond)];
    for (const [name, { path, isRefusal, ...request }] of Object.entries(REQUESTS) as [string, Request][]) {
      const result = await measure({ url: siteUrl + path, ...request }, isRefusal);
      rows.push(rowOf(name, result, reference.perSecond));
    }
    return {
      title: `Requests (${CONNECTIONS} connections, ${SECONDS} s each)`,
      columns: ['', 'a second', 'median', '99 %', 'of bare node:http'],
      rows,
    };
  } finally {
    bare.stop();
  }
}

interface Request {
  path: string;
  isRefusal?: boolean;
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

interface Measured {
  perSecond: number;
  median: number;
  slowest: number;
}

/** @throws on unexpected statuses: fast errors distort the result */
export async function measure(request: Omit<Request, 'path'> & { url: string }, isRefusal = false): Promise<Measured> {
  await autocannon({ ...request, connections: CONNECTIONS, duration: 1 }); // warm-up
  const result = await autocannon({ ...request, connections: CONNECTIONS, duration: SECONDS });
  if (result.errors > 0 || (!isRefusal && result.non2xx > 0))
    throw new Error(
      `${request.url}: ${result.errors} errors, ${result.non2xx} responses outside 2xx. Fix the stack before measuring.`,
    );
  return { perSecond: result.requests.average, median: result.latency.p50, slowest: result.latency.p99 };
}

const rowOf = (name: string, { perSecond, median, slowest }: Measured, reference: number) => [
  name,
  Math.round(perSecond).toLocaleString('en'),
  `${median} ms`,
  `${slowest} ms`,
  ratio(perSecond, reference),
];

async function startBareServer() {
  const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://localhost:${String(port).trim()}/`, stop: () => child.kill() };
}
