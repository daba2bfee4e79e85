import type { ChildProcess } from 'node:child_process';

/**
 * Kills the process group. The helper of an isolation dies with its parent only from some milliseconds after its start:
 * if the parent alone were killed before, it would wait, or decode, forever.
 * @param child of `launch`, which gives each decoder a group
 */
export function killDecoder(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // the group does not exist any more
  }
}
