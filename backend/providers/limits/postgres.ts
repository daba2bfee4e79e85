import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimiter } from './port';

const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/**
 * Needs its own pool: a caller that holds a connection must not wait for another such call.
 * @param pool a pg.Pool
 */
export function postgresLimits(pool: object): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, points, seconds }: RateLimit) => {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async consume(limit, key) {
      try {
        const { remainingPoints, msBeforeNext } = await limiterOf(limit).consume(keyOf(key));
        return { waitMs: 0, isFirstRefusal: false, remaining: remainingPoints, resetMs: msBeforeNext };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const isFirstRefusal = refused.consumedPoints === limit.points + 1;
        const waitMs = Math.max(1, refused.msBeforeNext);
        return { waitMs, isFirstRefusal, remaining: 0, resetMs: waitMs };
      }
    },
    async refund(limit, key) {
      await limiterOf(limit).reward(keyOf(key));
    },
    async clear(limit, key) {
      await limiterOf(limit).delete(keyOf(key));
    },
  };
}
