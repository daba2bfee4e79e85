import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '#backend/db/connect';

/** Of work in pieces that do not depend on each other: a fault of one is logged, and thrown when all have been tried. */
export class Attempts {
  private readonly faults: unknown[] = [];
  private readonly failed: string[] = [];

  /** @param event logged for each fault */
  constructor(
    private readonly log: Pick<Logger, 'error'>,
    private readonly event: string,
  ) {}

  /**
   * @returns undefined after a fault
   * @throws at once if the database is unavailable: the rest would fail as well
   */
  async run<T>(step: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.log.error({ step, err: error }, this.event);
      this.failed.push(`${step} (${error instanceof Error ? error.message : String(error)})`);
      this.faults.push(error);
      return undefined;
    }
  }

  /** @throws AggregateError that names each step with its fault */
  end(): void {
    if (this.faults.length > 0) throw new AggregateError(this.faults, `${this.event}: ${this.failed.join(', ')}`);
  }
}
