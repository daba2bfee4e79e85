import { freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';

import buildIfNeeded from '#tests/support/build.setup';
import { formatTable, ratio } from './table';
import { measure } from './throughput';

export async function benchPages(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  try {
    const stack = await startStack({ dataDirectory });
    try {
      const headers = { 'accept-encoding': 'gzip, deflate, br' };
      // Queries prevent caching.
      const rendered = await measure({ url: `${stack.url}/?cached=no`, headers });
      const cached = await measure({ url: `${stack.url}/`, headers });
      console.log(
        formatTable({
          title: 'Cached and rendered pages: the home page, one process',
          columns: ['', 'a second', 'median', '99 %', 'of rendered'],
          rows: Object.entries({ rendered, cached }).map(([name, { perSecond, median, slowest }]) => [
            name,
            Math.round(perSecond).toLocaleString('en'),
            `${median} ms`,
            `${slowest} ms`,
            ratio(perSecond, rendered.perSecond),
          ]),
        }),
      );
    } finally {
      await stack.stop();
    }
  } finally {
    removeDataDirectory(dataDirectory);
  }
}
