import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { testDatabase } from '#tests/support/database';
import { runHistory } from '#tests/support/histories/run-history';
import { steps } from '#tests/support/histories/steps';

const histories = 25;

test('random event orders and crashes never lose or duplicate credits', async () => {
  const connection = connect(await testDatabase(), { max: 30 });
  let deaths = 0;
  await fc
    .assert(
      fc.asyncProperty(steps, fc.nat(), async (history, seed) => {
        const lived = await runHistory(connection, history, seed);
        deaths += lived.deaths;
        expect(lived.faults).toEqual([]);
      }),
      { numRuns: histories },
    )
    .finally(() => connection.close());
  expect(deaths).toBeGreaterThan(histories / 2); // otherwise crashes were untested
});
