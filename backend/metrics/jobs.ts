import { Counter, Histogram } from 'prom-client';
import { decoderEnds, type DecoderEnd } from '#engine/decoder/start';

const durations = new Histogram({
  name: 'faceswap_job_duration_seconds',
  help: 'Jobs, by how they came out: done, skipped, refused, handed_back, or failed once or for good.',
  labelNames: ['job', 'outcome'],
  buckets: [0.1, 0.5, 2, 10, 60, 300, 1800],
});

export function recordJob(job: string, outcome: string, ms: number): void {
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
