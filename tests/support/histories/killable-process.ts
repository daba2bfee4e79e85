import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** What whoever is in the middle of something sees when its process dies. In truth nobody is left to see it. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * A process that can be made to die at any await: before a question leaves it, or when the answer is there and nobody to
 * read it. With it go its connections, and what was not committed on them. Nothing of it ever asks anything again.
 */
export class KillableProcess {
  private awaits = Number.POSITIVE_INFINITY;
  private isDead = false;
  private readonly clients = new Set<pg.PoolClient>();

  constructor(private readonly real: pg.Pool) {}

  /** It dies at the `n`-th await from now. */
  dieAfter(n: number): void {
    this.awaits = n;
  }

  get died(): boolean {
    return this.isDead;
  }

  /** Something outside is asked: each side of it is a place to die. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    this.live();
    const answer = await question();
    this.live();
    return answer;
  }

  private live(): void {
    if (!this.isDead && this.awaits-- <= 0) this.die();
    if (this.isDead) throw new ProcessDied();
  }

  private die(): void {
    this.isDead = true;
    for (const client of this.clients) client.release(true); // closed, not returned: an open transaction is rolled back
    this.clients.clear();
  }

  /** The database as this process sees it. */
  readonly pool: PostgresPool = {
    connect: async () => {
      const client = await this.real.connect();
      if (this.isDead) {
        client.release();
        throw new ProcessDied();
      }
      this.clients.add(client);
      const release = () => {
        if (this.clients.delete(client)) client.release();
      };
      const query = (...statement: unknown[]) => this.ask(() => (client.query as Ask)(...statement));
      return { query, release } as unknown as PostgresPoolClient;
    },
    end: async () => {},
  };
}

type Ask = (...statement: unknown[]) => Promise<unknown>;
