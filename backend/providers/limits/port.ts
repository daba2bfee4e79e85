/** At most `points` actions per key in `seconds`. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

export interface RateLimitResult {
  /** Milliseconds until a point is available; 0 if one was consumed. */
  waitMs: number;
  /** True for the first refusal in this window. */
  isFirstRefusal: boolean;
  remaining: number;
  /** Milliseconds until the window resets. */
  resetMs: number;
}

/** Rate limits shared by all processes and kept across restarts. Keys may be personal; only their hashes are stored. */
export interface RateLimiter {
  /** Atomic. */
  consume(limit: RateLimit, key: string): Promise<RateLimitResult>;
  /** Returns a point, for an action that turned out not to count. */
  refund(limit: RateLimit, key: string): Promise<void>;
  clear(limit: RateLimit, key: string): Promise<void>;
}
