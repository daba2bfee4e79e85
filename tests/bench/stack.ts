import { freshDataDirectory, removeDataDirectory } from '#tests/support/stack';

import buildIfNeeded from '#tests/support/build.setup';
import { benchStartUp } from './start-up';
import { formatTable } from './table';
import { benchThroughput } from './throughput';

export async function benchStack(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  try {
    const { table, stack } = await benchStartUp(dataDirectory);
    try {
      console.log(formatTable(table));
      console.log(formatTable(await benchThroughput(stack.url)));
    } finally {
      await stack.stop();
    }
  } finally {
    removeDataDirectory(dataDirectory);
  }
}
