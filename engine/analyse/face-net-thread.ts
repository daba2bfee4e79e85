import { parentPort } from 'node:worker_threads';
import { ModelStore } from '#engine/nets/model-store';
import type { Reply } from '#engine/threads/worker-client';
import type { FaceNetRequest } from './face-net-pool';
import { FaceFinder } from './face-finder';

let finder: FaceFinder;

parentPort!.on(
  'message',
  (request: FaceNetRequest) => void reply(request).then((message) => parentPort!.postMessage(message)),
);

async function reply(message: FaceNetRequest): Promise<Reply> {
  const { id } = message;
  try {
    return { id, result: await handle(message) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function handle(message: FaceNetRequest): Promise<unknown> {
  if (message.task === 'load') {
    finder = await FaceFinder.load(await ModelStore.open(message.modelsDir));
    return;
  }
  const { task, frame, landmarks, known, region } = message;
  return task === 'find' ? finder.find(frame, { thorough: false, known, region }) : finder[task](frame, landmarks!);
}
