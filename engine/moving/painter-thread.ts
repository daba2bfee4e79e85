import { parentPort } from 'node:worker_threads';
import { swapperNamed } from '../swap/swappers';
import type { Reply } from '../threads/asked-thread';
import { paint, type Paints } from './paint';
import type { ToPainter } from './painters';

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
    paint(picture, faces, paints, swapperNamed(paints.swapper));
    return { id };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
