// Measures attacks' effects on other users: npm run drills. Single drills: npm run drills -- forms webhooks
// A cluster with random faults: npm run drills -- cluster --faults 200 --seed 1
import { exit } from 'node:process';

import { signInAtSite } from '#tests/support/site';
import { freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';

import { formatTable } from '#tests/bench/table';
import buildIfNeeded from '#tests/support/build.setup';
import { clusterDrill } from './cluster/main';
import { confirmedMember } from './confirmed-member';
import type { Drill, Site } from './drill';
import { drills } from './drills';
import { percentile95, watchDuring, type Watched } from './watch';

/** Memory growth of the web and API process per drill. */
const mostMegabytes = 150;
/** 95th percentile for other users. */
const mostMs = 500;
const warmUpRequests = 300;

const asked = process.argv.slice(2);
if (asked[0] === 'cluster') await clusterDrill(asked.slice(1));
const unknown = asked.filter((name) => !drills.some((drill) => drill.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no drill called ${unknown.join(', ')}. There are ${drills.map(({ name }) => name).join(', ')}.`,
  );
  exit(2);
}

interface Row {
  cells: string[];
  faults: string[];
}

async function rowOf(drill: Drill): Promise<Row> {
  const place = await placeOf(drill);
  if ('cannot' in place) return { cells: [drill.title, '', '', '', '', place.cannot, 'not run'], faults: [] };
  try {
    const stack = await startStack({ dataDirectory: place.path });
    try {
      const attacker = await confirmedMember(stack);
      const site = { ...stack, attacker, member: await signInAtSite(stack.url) };
      await drill.prepare?.(site);
      await warmUp(site);
      return await measure(drill, site);
    } finally {
      await stack.stop();
    }
  } finally {
    await place.remove();
  }
}

async function placeOf({ dataDirectory }: Drill) {
  if (dataDirectory) return dataDirectory();
  const path = freshDataDirectory();
  return { path, remove: async () => removeDataDirectory(path) };
}

/** The first answers' memory is not the attack's. */
async function warmUp({ url, member }: Site): Promise<void> {
  for (let n = 0; n < warmUpRequests; n++) {
    await member.call('my_userinfo', {});
    await (await fetch(`${url}/pricing`)).arrayBuffer();
  }
}

async function measure(drill: Drill, site: Site): Promise<Row> {
  const { pid } = site.process('server');
  let result = { outcome: '', faults: [] as string[] };
  const watched = await watchDuring({ url: site.url, pid, token: site.member.token }, async () => {
    result = await drill.run(site);
  });
  if (site.process('server').pid !== pid) result.faults.push('the server died');
  const faults = [...result.faults, ...beyondBounds(watched)];
  const times = ['call', 'health', 'page'].map((name) => `${Math.round(percentile95(watched.samples[name]!))} ms`);
  const memory = `${Math.round(watched.highest - watched.before)} MB`;
  const cells = [drill.title, memory, ...times, result.outcome, faults.length === 0 ? 'pass' : 'FAIL'];
  return { cells, faults: faults.map((fault) => `${drill.name}: ${fault}`) };
}

function beyondBounds({ before, highest, samples }: Watched): string[] {
  const grown = highest - before > mostMegabytes ? [`web and API grew by more than ${mostMegabytes} MB`] : [];
  const slow = Object.keys(samples).filter((name) => !(percentile95(samples[name]!) <= mostMs));
  return [...grown, ...slow.map((name) => `the ${name} of others took more than ${mostMs} ms`)];
}

await buildIfNeeded();
const rows: Row[] = [];
for (const drill of drills) {
  if (asked.length > 0 && !asked.includes(drill.name)) continue;
  const row = await rowOf(drill);
  rows.push(row);
  console.log(`${row.cells.at(-1)}  ${row.cells.slice(0, -1).join('  ')}`);
}
const columns = ['', 'memory', 'call', '/healthz', 'page', 'outcome', ''];
console.log(
  `\n${formatTable({ title: 'Attacks, and what other users notice (95th percentile)', columns, rows: rows.map(({ cells }) => cells) })}`,
);
const faults = rows.flatMap((row) => row.faults);
for (const fault of faults) console.log(fault);
exit(faults.length > 0 ? 1 : 0);
