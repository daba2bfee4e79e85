import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '#tests/support/patience';
import { findProcess, runningAmong, userOf } from '#tests/support/processes';
import {
  freePort,
  freshDataDirectory,
  postmasterPid,
  removeDataDirectory,
  type RunningStack,
  startStack,
} from '#tests/support/stack';

/** The tests start one after the other in one folder, each finding what the one before left. */
const dataDirectory = freshDataDirectory();
let first: RunningStack;

beforeAll(async () => {
  first = await startStack({ dataDirectory });
});

afterAll(async () => {
  await first?.stop();
  removeDataDirectory(dataDirectory);
});

/** Stops after the test. */
async function start(options: { program?: 'scripts/start.mjs' } = {}) {
  const stack = await startStack({ ...options, dataDirectory });
  onTestFinished(async () => void (await stack.stop()));
  return stack;
}

function temporaryDataDirectory(): string {
  const directory = freshDataDirectory();
  onTestFinished(() => removeDataDirectory(directory));
  return directory;
}

const answers = async (url: string) => (await fetch(`${url}/readyz`)).ok;

test('server and workers do not run as root, or the start reports why', () => {
  const users = (['server', 'worker interactive', 'worker batch'] as const).map((role) =>
    userOf(first.process(role).pid),
  );
  const [user] = users;
  expect(users).toEqual([user, user, user]);
  const isKept = /run as root, because the user \d+ cannot use \/\S+\. Start as/.test(first.output());
  expect(user === 0).toBe(isKept);
});

test('a killed process is restarted', async () => {
  const { pid } = first.process('server');
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(first.process('server').pid).not.toBe(pid), patience);
  await vi.waitFor(async () => expect(await answers(first.url)).toBe(true), patience);
  expect(first.output()).toContain('The server process ended (SIGKILL)');
});

test('SIGTERM stops every process', async () => {
  const processes = first.processes();
  const commands = processes.map(({ command }) => command).join('\n');
  for (const part of [/postgres/, /server\.js/, /interactive/, /batch/]) expect(commands).toMatch(part);
  expect(await first.stop()).toMatchObject({ code: 0 });
  expect(runningAmong(processes)).toEqual([]);
});

test('data survives a restart; processes of a killed launcher exit, and the next start adopts the database', async () => {
  const killed = await start({ program: 'scripts/start.mjs' });
  expect(await answers(killed.url)).toBe(true);
  expect(killed.output()).toMatch(/Log in as \S+@\S+ with the password \S+/);
  const processes = killed.processes().filter(({ command }) => /\bbuild\//.test(command));
  expect(processes).toHaveLength(3);
  const postmaster = postmasterPid(dataDirectory);
  killed.launcher.kill('SIGKILL');
  await vi.waitFor(() => expect(runningAmong(processes)).toEqual([]), patience);

  const next = await start();
  expect(await answers(next.url)).toBe(true);
  expect(postmasterPid(dataDirectory)).toBe(postmaster);
});

test('a stop during the start leaves no processes', async () => {
  const starting = startStack({ dataDirectory, port: await freePort() });
  const findPostmaster = () => {
    const found = findProcess(postmasterPid(dataDirectory));
    if (!found) throw new Error('The postmaster has not started, or has ended already.');
    return found;
  };
  const postmaster = await vi.waitFor(findPostmaster, { ...patience, interval: 5 });
  process.kill(postmaster.parent, 'SIGTERM');
  await expect(starting).rejects.toThrow('Stopping.');
  expect(runningAmong([postmaster])).toEqual([]);
  expect(findPostmaster).toThrow(/ENOENT/);
});

test('an occupied port is reported in one sentence', async () => {
  const port = await freePort();
  const other = createServer().listen(port);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { output, code } = await failToStart({ PORT: String(port) }, 'scripts/start.mjs');
  expect(code).toBe(1);
  expect(output.trim()).toBe(`Port ${port} is taken by another program. Choose another one: PORT=3000 npm start`);
});

test('configuration errors are all listed without a stack trace', async () => {
  const { output, code } = await failToStart({ APP_ENV: 'staging', RETENTION_DAYS: 'never' });
  expect(code).toBe(1);
  expect(output).toMatch(/APP_ENV: .*\n\s*RETENTION_DAYS: /);
  expect(output).not.toMatch(/^\s+at /m);
});

test('an unreachable database is reported in one sentence', async () => {
  const port = await freePort();
  const { output, code } = await failToStart({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none` });
  expect(code).toBe(1);
  expect(output).toMatch(/The database is not usable: .*ECONNREFUSED.* Check DATABASE_URL\./);
  expect(output).not.toMatch(/^\s+at /m);
});

async function failToStart(environment: Record<string, string>, program = 'build/launch.js') {
  const DATA_DIR = temporaryDataDirectory();
  const PORT = String(await freePort());
  const { PATH, HOME } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    env: { PATH, HOME, NODE_ENV: 'production', DATA_DIR, PORT, ...environment },
    encoding: 'utf8',
  });
  return { output: stdout + stderr, code: status };
}
