// Models the busiest hour of a day: npm run capacity [-- --users 1000000 --seed 1]
import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { UsageError } from '#engine/cli/command';
import { readOrExit } from '#engine/cli/read-or-exit';
import { aMillion } from './costs';
import { bottleneck, coresPerMachine, machinesFor, peakFactor, peakJobs, planPeak, waitsAt, webMachines } from './plan';

const options = { users: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } as const;

const { perDay, seed } = readOrExit((args) => {
  const { users, seed } = readArguments(args, options).values;
  const perDay = wholeNumber(users, '--users');
  if (perDay < 1000 || perDay > 10_000_000) throw new UsageError('--users must be from 1000 to 10000000.');
  return { perDay, seed: wholeNumber(seed, '--seed') };
});

const simulatedSeconds = 3600;
/** Shares of the time for which workers are busy. */
const loads = [0.6, 0.8, 0.9, 0.95];

const visitors = { ...aMillion, perDay };
const plan = planPeak(visitors);
const print = (name: string, value: string) => console.log(`${name.padEnd(30)} ${value}`);
const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

console.log(`${number(perDay)} visitors a day; the busiest hour has ${number(peakFactor)} times the mean\n`);
print('visits a second', number(plan.visitsPerSecond));
print('requests a second', number(plan.requestsPerSecond));
print('web and API', `${number(plan.webCores)} cores, ${webMachines(plan)} machines of ${coresPerMachine} cores`);
print('PostgreSQL', `${number(plan.databaseCores)} cores, ${number(plan.rowsPerSecond)} rows written a second`);
print('rows and indexes', `${number(plan.rowGigabytesPerMonth)} GB a month`);
print('media in the store', `${number(plan.mediaTerabytes)} TB for ${visitors.retentionDays} days`);
print('to browsers', `${number(plan.egressMegabytesPerSecond)} MB a second`);
print('first bottleneck', bottleneck(plan));

const jobs = peakJobs(visitors, simulatedSeconds, seed);
console.log(`\n${number(jobs.length)} jobs of an hour, one core a worker; waits in seconds`);
console.log('busy   workers   machines   photos: median   95 %   videos: median   95 %');
for (const load of loads) {
  const { workers, interactive, batch } = waitsAt(visitors, jobs, load);
  const all = workers.interactive + workers.batch;
  const cells = [
    `${Math.round(load * 100)} %`.padStart(4),
    String(all).padStart(9),
    String(machinesFor(all, 1)).padStart(10),
    interactive.median.toFixed(2).padStart(16),
    interactive.percentile95.toFixed(2).padStart(6),
    batch.median.toFixed(2).padStart(16),
    batch.percentile95.toFixed(2).padStart(6),
  ];
  console.log(cells.join(' '));
}
