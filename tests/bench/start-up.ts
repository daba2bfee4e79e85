import { type RunningStack, startStack } from '#tests/support/stack';

import { ratio, type Table } from './table';

/** Milliseconds. */
const ALLOWED = 10_000;

/** The second stack keeps running. */
export async function benchStartUp(dataDirectory: string): Promise<{ table: Table; stack: RunningStack }> {
  const options = { dataDirectory, program: 'scripts/start.mjs' } as const;
  const first = await startStack(options);
  const { took } = await first.stop();
  const stack = await startStack(options);
  return {
    stack,
    table: {
      title: 'Start and stop (installed and built)',
      columns: ['', 'time', 'of what is allowed'],
      rows: [
        ['first start, with a new database', seconds(first.startedIn), ratio(first.startedIn, ALLOWED)],
        ['stop', seconds(took), ratio(took, ALLOWED)],
        ['second start', seconds(stack.startedIn), ratio(stack.startedIn, ALLOWED)],
      ],
    },
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
