import { parentPort } from 'node:worker_threads';
import { meshSwapper } from '#engine/swap/mesh-swapper';
import type { Swapper } from '#engine/types';
import type { Reply } from '#engine/threads/worker-client';
import { paintFrame, type RenderSpec } from './paint-frame';
import type { RenderMessage } from './render-pool';

const specs = new Map<number, RenderSpec>();

parentPort!.on('message', (message: RenderMessage) => {
  if (message.kind === 'start') specs.set(message.job, message.spec);
  else if (message.kind === 'end') specs.delete(message.job);
  else parentPort!.postMessage(paint(message));
});

function paint({ id, job, frame, faces }: RenderMessage & { kind: 'paint' }): Reply {
  try {
    const spec = specs.get(job)!;
    paintFrame(frame, faces, spec, meshSwapper as Swapper);
    return { id };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
