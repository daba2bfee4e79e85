/** How many times something may be done in a while, counted for each key. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

export interface Spent {
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
export interface Limits {
  /** Takes one point: of any number that ask at once, as many as there are points get one. */
  take(limit: Limit, key: string): Promise<Spent>;
  /** Gives a point back that turned out not to count. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Starts a key anew. */
  clear(limit: Limit, key: string): Promise<void>;
}
