import { freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';

import buildIfNeeded from '#tests/support/build.setup';
import { formatTable, ratio } from './table';
import { measure } from './throughput';

/** Throughput of cached pages against rendered ones: same page, process and run. */
export async function benchPages(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  try {
    const stack = await startStack({ dataDirectory });
    try {
      const headers = { 'accept-encoding': 'gzip, deflate, br' };
      // A URL with a query is never cached.
      const anew = await measure({ url: `${stack.url}/?made=anew`, headers });
      const kept = await measure({ url: `${stack.url}/`, headers });
      console.log(
        formatTable({
          title: 'Pages for everybody: the home page, one process',
          columns: ['', 'a second', 'median', '99 %', 'of made anew'],
          rows: Object.entries({ 'made anew': anew, kept }).map(([name, { perSecond, median, slowest }]) => [
            name,
            Math.round(perSecond).toLocaleString('en'),
            `${median} ms`,
            `${slowest} ms`,
            ratio(perSecond, anew.perSecond),
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
