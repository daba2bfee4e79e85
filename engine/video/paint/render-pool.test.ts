import { afterEach, expect, test, vi } from 'vitest';
import { WorkerClient } from '#engine/threads/worker-client';
import { RenderPool } from './render-pool';

const frame = { width: 2, height: 2, data: new Uint8Array(6), matrix: 'bt709' as const };
afterEach(() => vi.restoreAllMocks());

test('a job that asks for one thread uses one, although an earlier job started more', async () => {
  const request = vi.spyOn(WorkerClient.prototype, 'request');
  const pool = new RenderPool(3);
  try {
    const paint = async (threads?: number) => {
      request.mockClear();
      const job = pool.start({ sources: [] }, undefined, threads);
      await Promise.all(Array.from({ length: 3 }, () => job.paint(frame, [])));
      job.end();
      return new Set(request.mock.contexts).size;
    };
    expect([await paint(1), await paint(), await paint(1)]).toEqual([1, 3, 1]);
  } finally {
    await pool.close();
  }
});
