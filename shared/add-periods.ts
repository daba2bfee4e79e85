/**
 * The moment `count` periods after a start, in UTC. A month that lacks the day ends on its last one, and the next month
 * has the day again: counted from the start, not from the period before.
 */
export function addPeriods(start: Date, period: 'month' | 'year', count: number): Date {
  const months = period === 'year' ? 12 * count : count;
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}
