import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { open } from 'node:fs/promises';
import { exitStatus } from './collect';
import { launch, type DecoderJob } from './launch';
import { installedDecoders } from './installed';

export const decoderEnds = channel('faceswap:decoder-ended');

export interface DecoderEnd extends ReturnType<typeof exitStatus>, Pick<DecoderJob, 'program' | 'kind'> {}

export async function startDecoder(job: DecoderJob): Promise<ChildProcess> {
  const decoders = await installedDecoders();
  for (const file of job.writes ?? []) await (await open(file, 'a')).close();
  const child = launch(job, decoders);
  child.once('exit', (code, signal) => {
    const { program, kind } = job;
    decoderEnds.publish({ program, kind, ...exitStatus(code, signal) } satisfies DecoderEnd);
  });
  return child;
}
