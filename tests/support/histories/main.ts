import fc from 'fast-check';
import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { connect } from '#backend/db/connect';
import { startTestPostgres } from '#tests/support/embedded-postgres';
import { migrate } from '#backend/db/migrate';
import { readOrExit } from '#engine/cli/read-or-exit';
import { runHistory } from './run-history';
import { steps } from './steps';

/**
 * Random payment events and crashes; checks the ledger after each: npm run histories [-- --count 50 --from
 * 300]
 */
const options = { count: { type: 'string', default: '2000' }, from: { type: 'string', default: '0' } } as const;
const { from, count } = readOrExit((args) => {
  const { values } = readArguments(args, options);
  return { from: wholeNumber(values.from, '--from'), count: wholeNumber(values.count, '--count') };
});
const server = await startTestPostgres();
await server.createTemplate(migrate);
const connection = connect(await server.cloneDatabase('histories'), { max: 30 });
const began = performance.now();
const total = { steps: 0, payments: 0, upgrades: 0, deaths: 0, faulty: 0 };
try {
  for (let seed = from; seed < from + count; seed++) {
    const [history] = fc.sample(steps, { seed, numRuns: 1 });
    const { faults, payments, upgrades, deaths } = await runHistory(connection, history!, seed);
    total.steps += history!.length;
    total.payments += payments;
    total.upgrades += upgrades;
    total.deaths += deaths;
    if (faults.length === 0) continue;
    total.faulty++;
    console.log(`history ${seed}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
} finally {
  await connection.close();
  await server.stop();
}
const seconds = Math.round((performance.now() - began) / 1000);
const { steps: taken, payments, upgrades, deaths, faulty } = total;
console.log(
  `${count} histories in ${seconds} s: ${taken} steps, ${payments} payments, ${upgrades} upgrades, ${deaths} deaths, ${faulty} with faults`,
);
process.exitCode = faulty ? 1 : 0;
