import { readFileSync } from 'node:fs';

/** Linux's clock tick. */
const TICK_MS = 10;

/** Of this or another process, with its finished children. NaN without /proc. */
export function processorMs(pid: number | 'self' = 'self'): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
    return TICK_MS * (user + system + childrenUser + childrenSystem);
  } catch {
    return NaN;
  }
}
