import type { RateLimit } from '#backend/providers/limits/port';
import type { TestBackend } from './backend';

/** Nothing is left for the key, nor for others that have used some of the limit. */
export async function useUp({ deps, pool }: TestBackend, limit: RateLimit, key: string): Promise<void> {
  await deps.limits.consume(limit, key);
  await pool.query('update rate_limit set points = $1 where key like $2', [limit.points, `${limit.name}:%`]);
}
