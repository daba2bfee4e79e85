export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

export interface RateLimitResult {
  /** 0 if a point was consumed. */
  waitMs: number;
  isFirstRefusal: boolean;
  remaining: number;
  resetMs: number;
}

/** Persistent; shared by all processes. Stores only hashes of keys. */
export interface RateLimiter {
  /** Atomic. */
  consume(limit: RateLimit, key: string): Promise<RateLimitResult>;
  refund(limit: RateLimit, key: string): Promise<void>;
  clear(limit: RateLimit, key: string): Promise<void>;
}
