// Runs in a separate process, so that the attack does not slow the measurement.
import { memoryOf } from '#tests/support/processes';

import type { Watch, Watched } from './watch';

const everyMs = 100;
const longestMs = 15_000;

const request = JSON.parse(process.argv[2]!) as Watch;
const headers = { 'content-type': 'application/json', authorization: `Bearer ${request.token}` };
const probes: Record<string, () => Promise<Response>> = {
  call: () => ask('/api/my/userinfo', { method: 'POST', headers, body: '{}' }),
  health: () => ask('/healthz'),
  page: () => ask('/pricing'),
};
const ask = (path: string, init: RequestInit = {}) =>
  fetch(request.url + path, { ...init, signal: AbortSignal.timeout(longestMs) });

const samples: Watched['samples'] = { call: [], health: [], page: [] };
const before = memoryMegabytes();
let highest = before;
const running = new Set<Promise<void>>();

/** Fixed rate, without waiting for answers: each sample shows a stalled server. */
const timer = setInterval(() => {
  highest = Math.max(highest, memoryMegabytes());
  for (const [name, probe] of Object.entries(probes)) {
    const done: Promise<void> = timed(probe).then((ms) => {
      samples[name]!.push(ms);
      running.delete(done);
    });
    running.add(done);
  }
}, everyMs);

process.once('message', () => {
  clearInterval(timer);
  void Promise.all(running).then(() => {
    process.send!({ before, highest, after: memoryMegabytes(), samples } satisfies Watched);
    process.disconnect();
  });
});

/** Milliseconds to the complete answer; the time limit for a failure. */
async function timed(probe: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const reply = await probe().catch(() => undefined);
  await reply?.arrayBuffer().catch(() => undefined);
  return reply?.status === 200 ? performance.now() - begun : longestMs;
}

/** Resident; 0 after its death. */
function memoryMegabytes(): number {
  try {
    return memoryOf(request.pid) / 1e6;
  } catch {
    return 0;
  }
}

process.send!('ready');
