import { parentPort } from 'node:worker_threads';
import { EngineError } from '#engine/errors';
import { NetClient } from '#engine/neural/host/net-client';
import { neuralSwapper } from '#engine/neural/neural-swapper';
import { meshSwapper } from '#engine/swap/mesh-swapper';
import type { Swapper } from '#engine/types';
import type { Reply } from '#engine/threads/worker-client';
import { paintFrame, type RenderSpec } from './paint-frame';
import type { RenderMessage } from './render-pool';

interface Job {
  readonly spec: RenderSpec;
  readonly swapper: Swapper;
  end(): void;
}

const jobs = new Map<number, Job>();

parentPort!.on('message', (message: RenderMessage) => {
  if (message.kind === 'start') jobs.set(message.job, startJob(message));
  else if (message.kind === 'paint') void paint(message).then((reply) => parentPort!.postMessage(reply));
  else {
    jobs.get(message.job)?.end();
    jobs.delete(message.job);
  }
});

function startJob({ spec, nets }: RenderMessage & { kind: 'start' }): Job {
  const { recipe } = spec;
  if (!recipe || !nets) return { spec, swapper: meshSwapper as Swapper, end: () => {} };
  const client = new NetClient(nets);
  const swapper = neuralSwapper({ recipe, nets: () => client }) as Swapper;
  return { spec, swapper, end: () => client.close() };
}

async function paint({ id, job, frame, faces }: RenderMessage & { kind: 'paint' }): Promise<Reply> {
  try {
    const { spec, swapper } = jobs.get(job)!;
    await paintFrame(frame, faces, spec, swapper);
    return { id };
  } catch (error) {
    if (error instanceof EngineError) return { id, error: error.message, code: error.code };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
