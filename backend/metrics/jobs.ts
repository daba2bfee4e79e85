import { Counter, Histogram } from 'prom-client';
import { decoderEnds, type DecoderEnd } from '#engine/decoder/start';

/** Values of the label `outcome`. */
const outcomes = {
  jobs: ['done', 'skipped', 'refused', 'handed_back', 'postponed', 'failed'],
  mails: ['sent'],
  deliveries: ['succeeded', 'retried', 'given_up'],
} as const;

export type JobOutcome = (typeof outcomes)[keyof typeof outcomes][number];

const durations = new Histogram({
  name: 'faceswap_job_duration_seconds',
  help:
    `Jobs, by how they came out: ${outcomes.jobs.join(', ')} (once or for good). ` +
    `Mails also: ${outcomes.mails.join(', ')}. Webhook deliveries also: ${outcomes.deliveries.join(', ')}.`,
  labelNames: ['job', 'outcome'],
  buckets: [0.1, 0.5, 2, 10, 60, 300, 1800],
});

export function recordJob(job: string, outcome: JobOutcome, ms: number): void {
  durations.observe({ job, outcome }, ms / 1000);
}

const ffmpegEnds = new Counter({
  name: 'faceswap_ffmpeg_ended_total',
  help: 'Runs of ffmpeg, by how they ended: well, with a fault, or killed.',
  labelNames: ['how'],
});

export function countFfmpegRuns(): void {
  decoderEnds.subscribe((message) => {
    const { program, code, signal } = message as DecoderEnd;
    if (program === 'ffmpeg') ffmpegEnds.inc({ how: signal ? 'killed' : code === 0 ? 'well' : 'fault' });
  });
}
