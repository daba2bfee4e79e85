import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { parentPort } from 'node:worker_threads';

import { blobSource } from '#shared/credentials/byte-source';
import { checkFile } from '#shared/credentials/check-file';

import type { CheckRequest } from './check-in-thread.server';

parentPort!.on('message', async ({ file, authorities }: CheckRequest) => {
  const source = blobSource(await openAsBlob(file));
  parentPort!.postMessage(await checkFile(source, authorities, () => createHash('sha256')));
});
