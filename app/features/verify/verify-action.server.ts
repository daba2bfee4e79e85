import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { photoMaxBytes } from '#contract/rules';
import type { Report } from '#shared/credentials/check-file';

import { InvalidFileError } from '~/server/errors';
import { formError, formErrorFrom } from '~/server/form.server';
import { getVisitor, type RouteArgs } from '~/server/guards.server';
import { limitConcurrency } from '~/server/limit-concurrency.server';
import { readFormWithFile, type IncomingFile } from '~/server/multipart.server';

import { checkInThread } from './check-in-thread.server';

const MAX_MB = Math.round(photoMaxBytes / 2 ** 20);
const tooLarge = `Without JavaScript, files up to ${MAX_MB} MB can be checked. Turn it on: the file then stays on your device.`;
const tooBusy = 'Many files are being checked at this moment. Try again in a minute.';

/** Received or being checked. */
const MAX_FILES = 50;
let files = 0;

/** Each holds a picture in memory. */
const MAX_CHECKS = 2;
const inTurn = limitConcurrency(MAX_CHECKS);

/** For visitors without script: the file is received, checked and deleted. */
export async function verifyAction(args: RouteArgs) {
  if (files >= MAX_FILES) return formError({}, { message: tooBusy }, 503);
  files++;
  try {
    const { api } = await getVisitor(args);
    const { certificates } = await api('content_authorities', {});
    const { received } = await readFormWithFile(args.request, (file) => check(file, certificates));
    return received ?? formError({}, { fields: { photo: 'Choose a file.' } });
  } catch (error) {
    return formErrorFrom(error, {});
  } finally {
    files--;
  }
}

export interface Checked {
  name: string;
  report: Report;
}

async function check({ name, bytes }: IncomingFile, authorities: readonly string[]): Promise<Checked> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  try {
    const file = join(folder, 'file');
    await pipeline(bytes, atMost(photoMaxBytes), createWriteStream(file));
    return { name, report: await inTurn(() => checkInThread({ file, authorities })) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws InvalidFileError past `limit` bytes */
function atMost(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > limit) done(new InvalidFileError({ error: 'too_large', message: tooLarge }));
      else done(null, part);
    },
  });
}
