import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, isFinished, type Call, type CallName, type Output } from '#contract';
import type { Orderer } from './seed';

/** As `use-polled-task` after an error of the server. */
const afterErrorMs = 2_000;

type Sampled = 'faceswap_create' | 'faceswap_result';

export interface Samples {
  /** Milliseconds until the complete answer. */
  times: number[];
  /** Other than 200, with their number. */
  errors: Map<string, number>;
}

interface Load {
  url: string;
  orderers: Orderer[];
  isOver(): boolean;
}

/** Orders at given times, and polls each order at the interval that the API asks for, as the page does. */
export function openLoad({ url, orderers, isOver }: Load) {
  const samples: Record<Sampled, Samples> = { faceswap_create: noSamples(), faceswap_result: noSamples() };
  const statuses = new Map<string, number>();
  let polling = 0;
  let isMeasured = false;

  async function call<N extends CallName & Sampled>(
    name: N,
    { token }: Orderer,
    input: object,
  ): Promise<Output<N> | null> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(input),
    };
    const begun = performance.now();
    const { outcome, data } = await fetch(`${url}${(calls[name] as Call).path}`, request).then(
      async (response) => {
        const { error, data } = (await response.json()) as { error?: string; data: Output<N> };
        return { outcome: error ? `${response.status} ${error}` : String(response.status), data };
      },
      (error: Error) => ({ outcome: (error.cause as Error | undefined)?.message ?? error.message, data: null }),
    );
    if (isMeasured) {
      samples[name].times.push(performance.now() - begun);
      if (outcome !== '200') count(samples[name].errors, outcome);
    }
    return outcome === '200' ? data : null;
  }

  async function order(n: number): Promise<void> {
    const orderer = orderers[n % orderers.length]!;
    const made = await call('faceswap_create', orderer, orderer.order);
    if (!made) return;
    polling++;
    let waitMs = 300;
    while (!isOver()) {
      await pause(waitMs);
      const task = await call('faceswap_result', orderer, { order_id: made.order_id });
      waitMs = task?.poll_after_ms ?? afterErrorMs;
      if (!task || !isFinished(task.status)) continue;
      if (isMeasured) count(statuses, task.status);
      break;
    }
    polling--;
  }

  return {
    samples,
    statuses,
    polling: () => polling,
    measure: () => (isMeasured = true),
    /** Never waits for answers: a slow server gets no fewer orders. */
    async orderAt(perSecond: number, forMs: number): Promise<void> {
      const begun = performance.now();
      for (let n = 0; (1_000 * n) / perSecond < forMs; n++) {
        await pause(Math.max(0, begun + (1_000 * n) / perSecond - performance.now()));
        void order(n);
      }
    },
  };
}

const noSamples = (): Samples => ({ times: [], errors: new Map() });

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
