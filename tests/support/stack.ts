import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { descendantsOf, type RunningProcess } from './processes';

export interface RunningStack {
  url: string;
  port: number;
  dataDirectory: string;
  launcher: ChildProcess;
  /** Milliseconds from the start to the announced address. */
  startedIn: number;
  /** What it has printed so far. */
  output(): string;
  /** The launcher's processes of this moment, PostgreSQL's included. */
  processes(): RunningProcess[];
  /** The process of one role: `server`, `worker interactive`, `worker batch`. */
  process(role: StackRole): RunningProcess;
  /** Sends SIGTERM, as a person or a service manager would; tells how it ended and how long that took. */
  stop(): Promise<{ code: number | null; took: number }>;
}

export type StackRole = 'server' | 'worker interactive' | 'worker batch';

interface StackOptions {
  dataDirectory?: string;
  port?: number;
  /** `launch` starts what is built; `start` is all that `npm start` does. */
  program?: 'build/launch.js' | 'scripts/start.mjs';
  environment?: Record<string, string>;
}

const COMMANDS: Record<StackRole, RegExp> = {
  server: /build\/server\.js/,
  'worker interactive': /build\/worker\.js interactive/,
  'worker batch': /build\/worker\.js batch/,
};

/** Starts the real stack, as built, and resolves when it says where it runs; whoever starts it stops it. */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const { dataDirectory = freshDataDirectory(), port = await freePort(), program = 'build/launch.js' } = options;
  const begun = performance.now();
  const launcher = spawn(process.execPath, [program], {
    env: { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDirectory, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('Stop with Ctrl-C')) resolve();
    };
    launcher.stdout.on('data', read);
    launcher.stderr.on('data', read);
    launcher.once('exit', () => reject(new Error(`The stack did not start:\n${output}`)));
  });
  return {
    url: `http://localhost:${port}`,
    port,
    dataDirectory,
    launcher,
    startedIn: performance.now() - begun,
    output: () => output,
    processes: () => descendantsOf(launcher.pid!),
    process(role) {
      const found = descendantsOf(launcher.pid!).find(({ command }) => COMMANDS[role].test(command));
      if (!found) throw new Error(`No ${role} is running.`);
      return found;
    },
    async stop() {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return { code: launcher.exitCode, took: 0 };
      const asked = performance.now();
      launcher.kill('SIGTERM');
      const [code] = (await once(launcher, 'exit')) as [number | null];
      return { code, took: performance.now() - asked };
    },
  };
}

export function freshDataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-stack-'));
  chmodSync(directory, 0o711); // closed, it would send the database to a place that outlives the tests
  return directory;
}

/** With what may lie elsewhere: as root, in a closed directory, the database is kept outside. */
export function removeDataDirectory(directory: string): void {
  const database = join(directory, 'postgres');
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}

/** The process that PostgreSQL's own pid file names. */
export function postmasterPid(dataDirectory: string): number {
  return Number(readFileSync(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The tests' own settings must not reach the stack: it starts as on a machine that sets nothing. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return { PATH, HOME, LANG, TMPDIR, NODE_ENV: 'production' };
}
