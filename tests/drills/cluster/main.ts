// npm run drills -- cluster [--faults 200] [--seed 1] [--users 4] [--keep]
import { readFileSync } from 'node:fs';
import process, { exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { animated, portraitBytes } from '#tests/support/portraits';
import buildIfNeeded from '#tests/support/build.setup';
import { readOrExit } from '#engine/cli/read-or-exit';
import { SeededRandom } from '#tests/support/seeded-random';
import { clipPath } from '#tests/support/clips';

import { respondsHealthy } from './balancer';
import { checkCluster } from './checks';
import { Observations } from './client';
import { type Cluster, removeFolder, startCluster } from './cluster';
import { applyFault } from './inject';
import { type Acknowledged, type Clips, useSite } from './journeys';
import { type DrillMember, newDrillMember } from './members';
import { missingForNetwork } from './network';
import { describeFault, planFaults, workerNames } from './plan';
import { type Episode, tableOf } from './report';

const longestRecoveryMs = 60_000;
const workerLockSpace = 73_110;

export async function clusterDrill(args: string[]): Promise<never> {
  const { count, seed, users, keep } = readOrExit(readOptions, args);
  const missing = await missingForNetwork();
  if (missing) {
    console.error(missing);
    exit(2);
  }
  await buildIfNeeded();
  const cluster = await startCluster();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => exit(1)));
  let faults: string[] = ['the drill was interrupted'];
  try {
    faults = await runDrill(cluster, { count, seed, users });
  } finally {
    await cluster.stop();
    if (faults.length === 0 && !keep) removeFolder(cluster);
    else console.log(`Logs: ${cluster.folder}`);
  }
  for (const fault of faults) console.log(fault);
  console.log(faults.length > 0 ? `FAIL  --faults ${count} --seed ${seed}` : 'pass');
  exit(faults.length > 0 ? 1 : 0);
}

const options = {
  faults: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  users: { type: 'string', default: '4' },
  keep: { type: 'boolean', default: false },
} as const;

function readOptions(args: string[]) {
  const { faults, seed, users, keep } = readArguments(args, options).values;
  const count = wholeNumber(faults, '--faults');
  return { count, seed: wholeNumber(seed, '--seed'), users: wholeNumber(users, '--users'), keep };
}

async function runDrill(cluster: Cluster, { count, seed, users }: { count: number; seed: number; users: number }) {
  const told = new Observations();
  const faults: string[] = [];
  if ((await recovery(cluster)) === undefined) throw new Error(`The cluster does not start: ${cluster.folder}`);
  const members: DrillMember[] = [];
  for (let n = 0; n < users; n++) members.push(await newDrillMember(cluster, told));
  const clips = await makeClips();
  const known: Acknowledged = { uploads: new Map(), orders: new Map(), paid: new Set() };
  let isOver = false;
  const visits = members.map((member, n) =>
    useSite({ cluster, member, told, known, clips, random: new SeededRandom(1000 * seed + n) }, () => isOver),
  );
  const everybody = Promise.all(visits);
  const episodes: Episode[] = [];
  let done = 0;
  for (const { faults: together, holdMs, pauseMs } of planFaults(count, seed)) {
    const what = together.map(describeFault).join(' and ');
    const from = Date.now();
    const undos = [];
    for (const fault of together) undos.push(await applyFault(cluster, fault));
    await pause(holdMs);
    await Promise.all(undos.map((undo) => undo()));
    const recoveryMs = await recovery(cluster);
    if (recoveryMs === undefined) faults.push(`no recovery within a minute from ${what}`);
    const kinds = together.map(({ kind }) => kind);
    episodes.push({ kinds, from, to: Date.now(), recoveryMs: recoveryMs ?? longestRecoveryMs });
    done += together.length;
    console.log(`${done}/${count}  ${what}  held ${holdMs} ms  recovered in ${recoveryMs} ms`);
    await pause(pauseMs);
  }
  isOver = true;
  await everybody;
  const { faults: wrong, counts } = await checkCluster(cluster, known);
  console.log(`\n${tableOf(episodes, told)}`);
  console.log(
    `${counts.orders} orders kept, ${counts.succeeded} of them succeeded; ${counts.uploads} uploads, ${known.paid.size} payments, ${counts.entries} ledger entries; ${counts.files} files, ${counts.leftovers} unreferenced ones swept`,
  );
  for (const [role, { exits }] of Object.entries(cluster.machines))
    if (exits.length > 0)
      console.log(`${role} exited by itself ${exits.length} times: ${[...new Set(exits)].join(', ')}`);
  return [...faults, ...told.faults, ...wrong];
}

/** Milliseconds until every role works; undefined after a minute. */
async function recovery({ instances, database }: Cluster): Promise<number | undefined> {
  const begun = Date.now();
  while (Date.now() - begun < longestRecoveryMs) {
    const healthy = await Promise.all(instances.map((instance) => respondsHealthy(instance, 3_000)));
    if (healthy.every(Boolean) && (await liveWorkers(database.url)) >= workerNames.length) return Date.now() - begun;
    await pause(100);
  }
  return undefined;
}

/** By the connections that hold their locks. */
async function liveWorkers(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: string }>(
      "select count(distinct pid) from pg_locks where locktype = 'advisory' and classid = $1 and granted",
      [workerLockSpace],
    );
    return Number(rows[0]!.count);
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => {});
  }
}

async function makeClips(): Promise<Clips> {
  const names = ['amara', 'elsa', 'kenji', 'nadia'] as const;
  return {
    photos: names.map((name) => ({ name: `${name}.jpg`, bytes: portraitBytes(name) })),
    moving: [
      { name: 'moving.gif', bytes: await animated('gif', [100, 100, 100, 100, 100]) },
      { name: 'talk.mp4', bytes: readFileSync(clipPath('talk')) },
    ],
  };
}
