/** How many times something may be done in a while, counted for each key. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

export interface RateLimitResult {
  /** Milliseconds until there is a point again; 0 when there was one left. */
  waitMs: number;
  /** The first time in this while that there was none left. */
  isFirstRefusal: boolean;
  /** Points left. */
  remaining: number;
  /** Milliseconds until all points are back. */
  resetMs: number;
}

/** Counts that survive a restart and hold across processes. Keys may be personal: only their hashes are kept. */
export interface RateLimiter {
  /** Takes one point: of any number that ask at once, as many as there are points get one. */
  consume(limit: RateLimit, key: string): Promise<RateLimitResult>;
  /** Gives a point back that turned out not to count. */
  refund(limit: RateLimit, key: string): Promise<void>;
  /** Starts a key anew. */
  clear(limit: RateLimit, key: string): Promise<void>;
}
