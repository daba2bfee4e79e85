import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/** Can die at any await: before a request, or after its answer. Loses uncommitted work. */
export class KillableProcess {
  private awaits = Number.POSITIVE_INFINITY;
  private isDead = false;
  private readonly clients = new Set<pg.PoolClient>();

  constructor(private readonly real: pg.Pool) {}

  dieAfter(n: number): void {
    this.awaits = n;
  }

  get died(): boolean {
    return this.isDead;
  }

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
    for (const client of this.clients) client.release(true); // not pooled: rolls back
    this.clients.clear();
  }

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
