import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { describeBuild } from './scripts/build/describe-build.mjs';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
const compressible = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
const smallestWorthCompressing = 1024;

/** Writes `.br` and `.gz` beside every compressible file, for the server to send as they are. */
async function precompress(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const source = await readFile(file);
      if (source.length < smallestWorthCompressing) return;
      const writes = Object.entries(compressors).map(async ([extension, compress]) =>
        writeFile(`${file}.${extension}`, await compress(source)),
      );
      await Promise.all(writes);
    }),
  );
}

/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  buildEnd: async ({ remixConfig }) => {
    const client = join(remixConfig.buildDirectory, 'client');
    await describeBuild(client);
    await precompress(client);
  },
};
