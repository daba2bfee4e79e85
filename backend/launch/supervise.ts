import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Account } from '#backend/db/embedded/account';

export interface ProcessSpec {
  name: string;
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** If we are root. */
  account?: Account | undefined;
  usesPrivilegedPort?: boolean;
  logDirectory: string;
  log: (line: string) => void;
}

export interface SupervisedProcess {
  name: string;
  pid(): number | undefined;
  ended(): Promise<string>;
  /** The server sends `listening` when it does. */
  isListening(): boolean;
  /** SIGTERM, then SIGKILL after `limit` ms. */
  stop(limit: number): Promise<void>;
  /** Without lines of earlier starts of the site. */
  logTail(): string;
}

const firstPauseMs = 200;
const longestPauseMs = 10_000;
const healthyAfterMs = 30_000;

export function supervise(role: ProcessSpec): SupervisedProcess {
  const logFile = join(role.logDirectory, `${role.name}.log`);
  mkdirSync(role.logDirectory, { recursive: true });
  const earlierBytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  let stopping = false;
  let pauseMs = firstPauseMs;
  let restart: NodeJS.Timeout | undefined;
  let child: ChildProcess;
  let listening = false;
  let ended: Promise<string>;

  function begin(): void {
    const startedAt = performance.now();
    child = spawnProcess(role, logFile);
    child.on('message', (message) => {
      if (message === 'listening') listening = true;
    });
    ended = exitReason(child);
    void ended.then((how) => {
      listening = false;
      if (stopping) return;
      pauseMs = performance.now() - startedAt > healthyAfterMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      role.log(`The ${role.name} process ended (${how}); starting it again in ${pauseMs / 1000} s. See ${logFile}`);
      restart = setTimeout(begin, pauseMs);
    });
  }

  begin();
  return {
    name: role.name,
    pid: () => child.pid,
    ended: () => ended,
    isListening: () => listening,
    async stop(limit) {
      stopping = true;
      clearTimeout(restart);
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), limit);
      await ended;
      clearTimeout(force);
    },
    logTail: () => lastLines(logFile, earlierBytes),
  };
}

/** A log that is shorter than `from` bytes was rotated. */
function lastLines(logFile: string, from: number): string {
  const log = readFileSync(logFile);
  const lines = log.subarray(log.length < from ? 0 : from).toString();
  return lines.trimEnd().split('\n').slice(-5).join('\n');
}

/** `ipc` is the lifeline, see lifeline.ts. */
function spawnProcess({ args, environment, account, usesPrivilegedPort }: ProcessSpec, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  const program = [process.execPath, '--enable-source-maps', ...args];
  const [command, ...rest] = account && usesPrivilegedPort ? [...setprivArguments(account), ...program] : program;
  const child = spawn(command!, rest, {
    ...(account && !usesPrivilegedPort ? { uid: account.uid, gid: account.gid } : {}),
    // The original HOME belongs to another user.
    env: account ? { ...environment, HOME: environment.TMPDIR } : environment,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  return child;
}

/** Keeps CAP_NET_BIND_SERVICE; Node's `uid` option drops it. */
function setprivArguments({ uid, gid }: Account): string[] {
  const keep = ['--inh-caps=+net_bind_service', '--ambient-caps=+net_bind_service', '--no-new-privs'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keep, '--'];
}

function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}
