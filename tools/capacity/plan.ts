import { arrivals, daily, exponential, seededRandom } from './arrivals';
import { costs, type Visitors } from './costs';
import { percentile, simulate, type Job, type Workers } from './queue-simulation';

/** Of the busiest hour to the mean one. */
export const peakFactor = daily(18 * 3600) * 24 * 3600;
export const coresPerMachine = 8;
/** Above it, waiting grows quickly. */
const webLoad = 0.6;
const databaseLoad = 0.5;
/** Seconds between the steps of a visitor. */
const thinking = 15;

export interface Plan {
  visitsPerSecond: number;
  requestsPerSecond: number;
  webCores: number;
  databaseCores: number;
  rowsPerSecond: number;
  rowGigabytesPerMonth: number;
  mediaTerabytes: number;
  egressMegabytesPerSecond: number;
  interactiveLoad: number;
  batchLoad: number;
}

/** Of the busiest hour. Loads of workers are in cores that are always busy. */
export function planPeak(visitors: Visitors): Plan {
  const visitsPerSecond = (visitors.perDay / 86_400) * peakFactor;
  const orders = visitors.photos + visitors.videos;
  const { journey, photo, videoSecond } = costs;
  const media =
    visitors.photos * costs.photoMegabytes + visitors.videos * visitors.videoSeconds * costs.videoSecondMegabytes;
  return {
    visitsPerSecond,
    requestsPerSecond: visitsPerSecond * orders * journey.requests,
    webCores: visitsPerSecond * orders * journey.serverSeconds,
    databaseCores: visitsPerSecond * orders * journey.databaseSeconds,
    rowsPerSecond: visitsPerSecond * orders * costs.orderRows,
    rowGigabytesPerMonth: (visitors.perDay * 30 * orders * costs.orderBytes) / 1e9,
    mediaTerabytes: (visitors.perDay * visitors.retentionDays * media) / 1e6,
    egressMegabytesPerSecond: visitsPerSecond * orders * journey.megabytesOut,
    interactiveLoad: visitsPerSecond * visitors.photos * (photo.probe + photo.detect + photo.swap),
    batchLoad: visitsPerSecond * visitors.videos * visitors.videoSeconds * (videoSecond.detect + videoSecond.swap),
  };
}

/** Jobs of `seconds` of the busiest hour, in order of arrival. */
export function peakJobs(visitors: Visitors, seconds: number, seed: number): Job[] {
  const random = seededRandom(seed);
  const peak = (visitors.perDay / 86_400) * peakFactor;
  const visits = arrivals(random, { seconds, peak, perSecond: () => peak });
  const jobs: Job[] = [];
  for (const [account, start] of visits.entries()) {
    const add = (at: number, lane: Job['lane'], service: number) =>
      jobs.push({ at, lane, service, account, priority: 10 });
    const photos = Math.floor(visitors.photos) + Number(random() < visitors.photos % 1);
    for (let n = 0; n < photos; n++) {
      const at = start + n * 4 * thinking;
      add(at, 'interactive', costs.photo.probe);
      add(at + 1, 'interactive', costs.photo.detect);
      add(at + thinking, 'interactive', costs.photo.swap);
    }
    if (random() >= visitors.videos) continue;
    const length = exponential(random, visitors.videoSeconds);
    add(start, 'batch', length * costs.videoSecond.detect);
    add(start + thinking, 'batch', length * costs.videoSecond.swap);
  }
  return jobs.sort((a, b) => a.at - b.at);
}

export interface Waits {
  workers: Workers;
  interactive: { median: number; percentile95: number };
  batch: { median: number; percentile95: number };
}

/** Waits in seconds, if workers are busy for this share of the time. */
export function waitsAt(visitors: Visitors, jobs: readonly Job[], load: number): Waits {
  const { interactiveLoad, batchLoad } = planPeak(visitors);
  const workers = { interactive: Math.ceil(interactiveLoad / load), batch: Math.ceil(batchLoad / load) };
  const { waits } = simulate(jobs, workers);
  const summary = (sorted: number[]) => ({ median: percentile(sorted, 0.5), percentile95: percentile(sorted, 0.95) });
  return { workers, interactive: summary(waits.interactive), batch: summary(waits.batch) };
}

export const machinesFor = (cores: number, load: number): number =>
  Math.max(2, Math.ceil(cores / load / coresPerMachine));
export const webMachines = ({ webCores }: Plan): number => machinesFor(webCores, webLoad);

/** The first part of the site that one more machine does not relieve. */
export function bottleneck({ databaseCores }: Plan): string {
  const share = databaseCores / (coresPerMachine * databaseLoad);
  return share > 1
    ? `PostgreSQL: ${databaseCores.toFixed(0)} cores; more cores, then lists and polls from a replica`
    : `PostgreSQL: ${(share * 100).toFixed(0)} % of a machine of ${coresPerMachine} cores at half load; everything else grows by machines`;
}
