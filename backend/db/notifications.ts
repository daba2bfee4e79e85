import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './connect';
import { isDatabaseUnavailable } from './unavailable';

const channel = 'faceswap';
/** Notifications can be lost with the connection. */
const pollMs = 2_000;
const reconnectMs = { first: 100, longest: 5_000 } as const;

export interface Notifications {
  /**
   * Holds no pool connection. Also asks after reconnecting and every 2 s.
   * @returns undefined after `patienceMs`
   */
  waitFor<T>(topic: string, ask: () => Promise<T | undefined>, patienceMs: number): Promise<T | undefined>;
  /** Pending waits resolve with undefined. */
  close(): Promise<void>;
}

export async function notify(db: Db, topic: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${topic})`.execute(db);
}

export function openNotifications(url: string): Notifications {
  const waiters = new Set<Waiter>();
  const wake = (topic?: string) => {
    for (const waiter of waiters) if (topic === undefined || waiter.topic === topic) waiter.wake();
  };
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs: number = reconnectMs.first;
  let isClosed = false;

  function listen(): void {
    if (client || retry || isClosed) return;
    const opening = new pg.Client({ connectionString: url, keepAlive: true });
    client = opening;
    const lost = () => {
      if (client !== opening) return;
      client = undefined;
      opening.end().catch(() => {});
      if (isClosed) return;
      retry = setTimeout(() => {
        retry = undefined;
        if (waiters.size > 0) listen();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, reconnectMs.longest);
    };
    opening.on('error', lost);
    opening.on('end', lost);
    opening.on('notification', ({ payload }) => wake(payload ?? ''));
    opening
      .connect()
      .then(() => opening.query(`listen ${channel}`))
      .then(() => {
        pauseMs = reconnectMs.first;
        wake(); // notifications may have been missed
      })
      .catch(lost);
  }

  return {
    async waitFor(topic, ask, patienceMs) {
      const waiter = new Waiter(topic);
      waiters.add(waiter);
      listen();
      const deadline = performance.now() + patienceMs;
      try {
        while (!isClosed) {
          const answer = await ask().catch(ignoreUnavailable);
          const left = deadline - performance.now();
          if (answer !== undefined || left <= 0) return answer;
          await waiter.sleep(Math.min(left, pollMs));
        }
        return undefined;
      } finally {
        waiters.delete(waiter);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      wake();
      await client?.end().catch(() => {});
    },
  };
}

function ignoreUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

class Waiter {
  private isWoken = false;
  private onWake: (() => void) | undefined;

  constructor(readonly topic: string) {}

  wake(): void {
    this.isWoken = true;
    this.onWake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.onWake = () => (clearTimeout(timer), resolve());
      });
    }
    this.isWoken = false;
    this.onWake = undefined;
  }
}
