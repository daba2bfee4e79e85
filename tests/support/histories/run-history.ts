import type { Connection } from '#backend/db/connect';
import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '#tests/support/seeded-random';
import { findLedgerErrors } from './find-ledger-errors';
import { History, welcome } from './history';
import type { Step } from './steps';

export interface HistoryResult {
  faults: string[];
  deaths: number;
  payments: number;
  upgrades: number;
}

export async function runHistory(connection: Connection, steps: readonly Step[], seed: number): Promise<HistoryResult> {
  const provider = seed % 2 === 0 ? 'stripe' : 'evonet';
  const chance = seededRandom(seed);
  const history = await History.begin(connection, provider, chance);
  if (seed % 4 < 2) await history.subscribe();
  for (const [index, step] of steps.entries()) {
    history.take(step, index);
    for (let turns = Math.floor(chance() * 8); turns > 0; turns--) await turn();
  }
  await history.close();
  const { told } = history;
  const faults = await findLedgerErrors(connection, told, welcome);
  const { db } = connection;
  await db.deleteFrom('payment_grant').execute();
  await db.deleteFrom('payment_event').execute();
  await db.deleteFrom('invoice').execute();
  const gone = await db.deleteFrom('payment').returning('id').execute();
  await db.deleteFrom('subscription').execute();
  const charges = [...told.world.checkouts.values()].flatMap(({ renewals }) => renewals);
  const upgrades = charges.filter(({ isUpgrade }) => isUpgrade).length;
  return { faults, deaths: told.deaths, payments: gone.length, upgrades };
}
