/** UTC, clamped to the month's last day; counting from the start restores the day in later months. */
export function addPeriods(start: Date, period: 'month' | 'year', count: number): Date {
  const months = period === 'year' ? 12 * count : count;
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved;
}
