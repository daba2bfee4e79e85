import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { freePort, type RunningStack } from './stack';

export interface ApiProcess {
  url: string;
  port: number;
  pid: number;
  output(): string;
  stop(): Promise<number>;
}

/** Uses a stack's database, files and workers. */
export async function startApiProcess(
  stack: RunningStack,
  environment: Record<string, string> = {},
): Promise<ApiProcess> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), API_PUBLIC_URL: url, DATA_DIR: stack.dataDirectory, ...environment };
  const child = spawn(process.execPath, ['--import', './build/monitor.js', 'build/api.js'], {
    env: { ...environmentOf(stack.process('server').pid), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('"server_listening"')) resolve();
    });
    child.once('exit', () => reject(new Error(`The API did not start:\n${output}`)));
  });
  return {
    url,
    port,
    pid: child.pid!,
    output: () => output,
    async stop() {
      const asked = performance.now();
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return performance.now() - asked;
    },
  };
}

function environmentOf(pid: number): NodeJS.ProcessEnv {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const known = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  return { NODE_ENV: 'production', ...Object.fromEntries(known) };
}
