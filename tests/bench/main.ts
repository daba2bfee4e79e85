// Compares with references: npm run bench [-- pages journeys queue uploads engine photo heap neural video command abort]. Slow:
// npm run bench -- memory --minutes 2,10, allocator, database --orders 5000000 --heavy 2000, workers --seconds 60, or
// polling --users 1000 --creates 20 --minutes 10
import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { readOrExit } from '#engine/cli/read-or-exit';
import { benchDatabase } from './database';
import { benchAllocator } from './engine/allocator';
import { benchHeap } from './engine/heap';
import { benchEngine } from './engine/main';
import { benchPhoto } from './engine/photo';
import { benchNeural } from './neural/main';
import { benchJourneys } from './journeys';
import { benchPages } from './pages';
import { benchPolling } from './polling/main';
import { benchQueue } from './queue';
import { benchStack } from './stack';
import { benchUploads } from './uploads';
import { benchAbort } from './video/abort';
import { benchCommand } from './video/command';
import { benchVideo } from './video/main';
import { benchMemory } from './video/memory';
import { benchWorkers } from './workers';

const { asked, ...given } = readOrExit(readOptions);

const parts: Record<string, () => Promise<void>> = {
  stack: benchStack,
  pages: benchPages,
  journeys: benchJourneys,
  queue: benchQueue,
  uploads: benchUploads,
  engine: benchEngine,
  photo: benchPhoto,
  heap: async () => benchHeap(),
  neural: benchNeural,
  video: benchVideo,
  command: benchCommand,
  abort: benchAbort,
  database: () => benchDatabase(given.orders, given.heavy),
  polling: () => benchPolling({ users: given.users, creates: given.creates, minutes: given.minutes?.[0] }),
  workers: () => benchWorkers(given.seconds),
  memory: () => benchMemory(given.minutes),
  allocator: async () => benchAllocator(),
};

const slow = ['memory', 'allocator', 'database', 'workers', 'polling'];
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(parts))
  if (asked.includes(name) || (asked.length === 0 && !slow.includes(name))) await run();

function readOptions(args: string[]) {
  const number = { type: 'string' } as const;
  const options = { minutes: number, orders: number, heavy: number, seconds: number, users: number, creates: number };
  const { values, positionals } = readArguments(args, options, Infinity);
  const numberOf = (name: keyof typeof options) => wholeNumber(values[name], `--${name}`);
  return {
    asked: positionals,
    minutes: values.minutes?.split(',').map((part) => wholeNumber(part, '--minutes')),
    orders: numberOf('orders'),
    heavy: numberOf('heavy'),
    seconds: numberOf('seconds'),
    users: numberOf('users'),
    creates: numberOf('creates'),
  };
}
