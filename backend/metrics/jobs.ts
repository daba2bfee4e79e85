import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import { Counter, Histogram } from 'prom-client';

const durations = new Histogram({
  name: 'faceswap_job_duration_seconds',
  help: 'Jobs, by how they came out: done, skipped, refused, handed_back, or failed once or for good.',
  labelNames: ['job', 'outcome'],
  buckets: [0.1, 0.5, 2, 10, 60, 300, 1800],
});

/** Counts a job that has come to an end. */
export function noteJob(job: string, outcome: string, ms: number): void {
  durations.observe({ job, outcome }, ms / 1000);
}

const ffmpegEnds = new Counter({
  name: 'faceswap_ffmpeg_ended_total',
  help: 'Runs of ffmpeg, by how they ended: well, with a fault, or killed.',
  labelNames: ['how'],
});

/** Watches every ffmpeg that this process starts; Node tells of each on a channel of its own. */
export function watchFfmpeg(): void {
  subscribe('child_process', (message) => {
    const { process } = message as { process: ChildProcess };
    process.once('exit', (code, signal) => {
      if (!basename(process.spawnfile).startsWith('ffmpeg')) return;
      ffmpegEnds.inc({ how: signal ? 'killed' : code === 0 ? 'well' : 'fault' });
    });
  });
}
