import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { photoMaxBytes } from '#contract/rules';
import { FairShare } from '#http/fair-share';
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

/** 60 MB at 1 Mbit/s. */
const ARRIVE_MINUTES = 10;
const tooSlow = `This file took longer than ${ARRIVE_MINUTES} minutes to arrive. Turn JavaScript on: the file then stays on your device.`;

/** Files that arrive or wait for their check. */
const files = new FairShare(50);

/** Each holds a picture in memory. */
const MAX_CHECKS = 2;
const inTurn = limitConcurrency(MAX_CHECKS);

class TooBusy extends Error {}

/** For visitors without script: the file is received, checked and deleted. */
export async function verifyAction(args: RouteArgs) {
  try {
    const { api } = await getVisitor(args);
    const { certificates } = await api('content_authorities', {});
    const network = args.context?.network;
    const { received } = await readFormWithFile(args.request, (file) => check(file, certificates, network));
    return received ?? formError({}, { fields: { photo: 'Choose a file.' } });
  } catch (error) {
    return error instanceof TooBusy ? formError({}, { message: tooBusy }, 503) : formErrorFrom(error, {});
  }
}

export interface Checked {
  name: string;
  report: Report;
}

async function check(
  { name, bytes }: IncomingFile,
  authorities: readonly string[],
  network: string | undefined,
): Promise<Checked> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-'));
  const ended = new AbortController();
  const place = files.enter(network, () => ended.abort(new TooBusy()));
  try {
    place.use(1);
    const file = join(folder, 'file');
    await receive(bytes, file, ended);
    const report = await inTurn(network, () => {
      ended.signal.throwIfAborted();
      place.leave();
      return checkInThread({ file, authorities });
    });
    return { name, report };
  } finally {
    place.leave();
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(bytes: Readable, file: string, ended: AbortController): Promise<void> {
  const refusal = new InvalidFileError({ error: 'too_large', message: tooSlow });
  const timer = setTimeout(() => ended.abort(refusal), ARRIVE_MINUTES * 60_000);
  const { signal } = ended;
  try {
    await pipeline(bytes, atMost(photoMaxBytes), createWriteStream(file), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
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
