import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

export function descendantsOf(pid: number): RunningProcess[] {
  const all = listProcesses();
  const under = (parent: number): RunningProcess[] =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...under(child.pid)]);
  return under(pid);
}

export function findProcess(pid: number): RunningProcess | undefined {
  return listProcesses().find((process) => process.pid === pid);
}

/** Without zombies. */
export function runningAmong(processes: RunningProcess[]): RunningProcess[] {
  const all = listProcesses();
  return processes.filter(({ pid, command }) => all.some((other) => other.pid === pid && other.command === command));
}

/** Bytes. */
export function memoryOf(pid: number): number {
  const kilobytes = existsSync('/proc/self/status')
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return 1024 * Number(kilobytes);
}

export function userOf(pid: number): number {
  if (existsSync('/proc/self/status'))
    return Number(/Uid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
}

export function openFilesOf(pid: number): number {
  if (existsSync('/proc/self/fd')) return readdirSync(`/proc/${pid}/fd`).length;
  return execFileSync('lsof', ['-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n').length;
}

/** Containers may lack ps, other systems /proc. */
const listProcesses = () => (existsSync('/proc/self/stat') ? listFromProc() : listFromPs());

function listFromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readFromProc(Number(pid)) ?? []);
}

function readFromProc(pid: number): RunningProcess | undefined {
  try {
    // "pid (name) state parent …"; the name may contain brackets
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? undefined : { pid, parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function listFromPs(): RunningProcess[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = line.match(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/) ?? [];
    return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}
