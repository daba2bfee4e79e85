import { Histogram } from 'prom-client';

import { calls } from '#contract';

const known = new Set<string>(Object.values(calls).map(({ path }) => path));

const durations = new Histogram({
  name: 'faceswap_api_call_duration_seconds',
  help: 'Calls to the API, by path of the contract and status.',
  labelNames: ['call', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

/** Paths outside the contract share one label. */
export function recordCall(path: string, status: number, ms: number): void {
  durations.observe({ call: known.has(path) ? path : 'other', status }, ms / 1000);
}
