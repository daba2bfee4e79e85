import { parentPort } from 'node:worker_threads';
import { meshSwapper } from '#engine/swap/mesh-swapper';
import type { Swapper } from '#engine/types';
import type { Reply } from '#engine/threads/worker-client';
import { paint, type Paints } from './paint-frame';
import type { ToPainter } from './render-pool';

/** A thread that paints frames it shares with who decodes and encodes them. */
const paintsOf = new Map<number, Paints>();

parentPort!.on('message', (message: ToPainter) => {
  if (message.kind === 'paints') paintsOf.set(message.work, message.paints);
  else if (message.kind === 'end') paintsOf.delete(message.work);
  else parentPort!.postMessage(painted(message));
});

function painted({ id, work, picture, faces }: ToPainter & { kind: 'paint' }): Reply {
  try {
    const paints = paintsOf.get(work)!;
    paint(picture, faces, paints, meshSwapper as Swapper);
    return { id };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
