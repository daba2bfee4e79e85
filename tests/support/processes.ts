import { execFileSync } from 'node:child_process';

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

/** Every process under this one, however deep. */
export function descendantsOf(pid: number): RunningProcess[] {
  const all = listProcesses();
  const under = (parent: number): RunningProcess[] =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...under(child.pid)]);
  return under(pid);
}

export function findProcess(pid: number): RunningProcess | undefined {
  return listProcesses().find((process) => process.pid === pid);
}

/** Those of them that still run; one that ended and waits for its parent to notice does not. */
export function stillRunning(processes: RunningProcess[]): RunningProcess[] {
  const all = listProcesses();
  return processes.filter(({ pid, command }) => all.some((other) => other.pid === pid && other.command === command));
}

function listProcesses(): RunningProcess[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = line.match(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/) ?? [];
    return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}
