import type { ChildProcess } from 'node:child_process';

/**
 * Kills the process group: a helper of the isolation whose parent dies during set-up waits, or decodes, forever. `launch`
 * gives each decoder a group; later the helper leaves it, but then it dies with its parent.
 */
export function killDecoder(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // its group has ended meanwhile
  }
}
