import { parentPort } from 'node:worker_threads';
import { ModelStore } from '#engine/nets/model-store';
import type { Reply } from '#engine/threads/worker-client';
import type { ToFinder } from './face-net-pool';
import { FaceFinder } from './face-finder';

/** A thread that looks at frames it shares with who decodes them, with nets of its own. */
let finder: FaceFinder;

parentPort!.on('message', (message: ToFinder) => void reply(message).then((said) => parentPort!.postMessage(said)));

async function reply(message: ToFinder): Promise<Reply> {
  const { id } = message;
  try {
    return { id, answer: await answer(message) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function answer(message: ToFinder): Promise<unknown> {
  if (message.task === 'load') {
    finder = await FaceFinder.load(await ModelStore.open(message.modelsDir));
    return;
  }
  const { task, picture, landmarks, known, within } = message;
  return task === 'find' ? finder.find(picture, { thorough: false, known, within }) : finder[task](picture, landmarks!);
}
