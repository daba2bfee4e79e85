import { readdirSync, readFileSync } from 'node:fs';

/** MB with descendants; without /proc this process only. */
export function treeMegabytes(): number {
  try {
    const parents = new Map<number, { parent: number; pages: number }>();
    for (const entry of readdirSync('/proc')) if (/^\d+$/.test(entry)) note(parents, Number(entry));
    let pages = 0;
    for (const [pid, { pages: own }] of parents) if (descendsFromUs(parents, pid)) pages += own;
    return (pages * 4096) / 1e6;
  } catch {
    return process.memoryUsage.rss() / 1e6;
  }
}

function note(parents: Map<number, { parent: number; pages: number }>, pid: number): void {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(pid, { parent: Number(fields[1]), pages: Number(fields[21]) });
  } catch {
    // It exited.
  }
}

function descendsFromUs(parents: Map<number, { parent: number }>, pid: number): boolean {
  for (let at = pid; at > 1; at = parents.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
}
