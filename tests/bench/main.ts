// How fast it starts, answers and swaps, each beside a reference measured in the same run: npm run bench
import { freshDataDirectory, removeDataDirectory } from '#tests/support/stack';

import buildIfNeeded from '../support/build.setup';
import { benchEngine } from './engine/main';
import { benchStartUp } from './start-up';
import { draw } from './table';
import { benchThroughput } from './throughput';

await buildIfNeeded();
const dataDirectory = freshDataDirectory();
try {
  const { table, stack } = await benchStartUp(dataDirectory);
  try {
    console.log(draw(table));
    console.log(draw(await benchThroughput(stack.url)));
  } finally {
    await stack.stop();
  }
} finally {
  removeDataDirectory(dataDirectory);
}
await benchEngine();
