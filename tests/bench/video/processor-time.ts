import { readFileSync } from 'node:fs';

/** Linux's clock tick. */
const TICK_MS = 10;

/** Includes finished children. NaN without /proc. */
export function processorMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
    return TICK_MS * (user + system + childrenUser + childrenSystem);
  } catch {
    return NaN;
  }
}
