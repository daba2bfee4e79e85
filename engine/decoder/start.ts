import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { open } from 'node:fs/promises';
import { howItEnded } from './collect';
import { launch, type DecoderJob } from './launch';
import { thisMachine } from './machine';

/** Told of each decoder that ends: `DecoderEnd`. */
export const decoderEnds = channel('faceswap:decoder-ended');

export interface DecoderEnd extends ReturnType<typeof howItEnded>, Pick<DecoderJob, 'program' | 'kind'> {}

/** Starts ffmpeg or ffprobe on this machine, as isolated as it can be. */
export async function startDecoder(job: DecoderJob): Promise<ChildProcess> {
  const machine = await thisMachine();
  for (const file of job.writes ?? []) await (await open(file, 'a')).close();
  const child = launch(job, machine);
  child.once('exit', (code, signal) => {
    const { program, kind } = job;
    decoderEnds.publish({ program, kind, ...howItEnded(code, signal) } satisfies DecoderEnd);
  });
  return child;
}
