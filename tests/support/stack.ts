import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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
  startedIn: number;
  output(): string;
  processes(): RunningProcess[];
  /** `server`, `worker interactive`, `worker batch`. */
  process(role: StackRole): RunningProcess;
  stop(): Promise<{ code: number | null; took: number }>;
}

export type StackRole = 'server' | 'worker interactive' | 'worker batch';

interface StackOptions {
  dataDirectory?: string;
  port?: number;
  /** Built, or by `npm start`. */
  program?: 'build/launch.js' | 'scripts/start.mjs';
  environment?: Record<string, string>;
}

const COMMANDS: Record<StackRole, RegExp> = {
  server: /build\/server\.js/,
  'worker interactive': /build\/worker\.js interactive/,
  'worker batch': /build\/worker\.js batch/,
};

/** Resolves at its address announcement. The caller stops it. */
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
  chmodSync(directory, 0o711); // If private, the database would go to /var/lib
  return directory;
}

/** With the newest schema, no rows, and a certificate: making them would take two seconds of processor time. */
export function dataDirectoryWithDatabase(): string {
  const directory = freshDataDirectory();
  const made = ['postgres', 'credentials'].map((name) => join(process.env.TEST_CLUSTER!, name));
  // Owners stay: PostgreSQL does not run as root.
  execFileSync('cp', ['-a', ...made, directory]);
  return directory;
}

/** With the database outside the private directory. */
export function removeDataDirectory(directory: string): void {
  const database = join(directory, 'postgres');
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}

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

function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return { PATH, HOME, LANG, TMPDIR, NODE_ENV: 'production' };
}
