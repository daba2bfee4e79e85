/** At most `points` actions per key in `seconds`. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

export interface RateLimitResult {
  /** 0 if a point was consumed. */
  waitMs: number;
  /** In this window. */
  isFirstRefusal: boolean;
  remaining: number;
  resetMs: number;
}

/** Persistent; shared by all processes. Stores only hashes of keys. */
export interface RateLimiter {
  /** Atomic. */
  consume(limit: RateLimit, key: string): Promise<RateLimitResult>;
  /** For an action that does not count. */
  refund(limit: RateLimit, key: string): Promise<void>;
  clear(limit: RateLimit, key: string): Promise<void>;
}
