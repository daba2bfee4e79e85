import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyVideo, audioInput, concatInput, mp4Output, audioOptions, type Trim } from './arguments';
import { extendVideoTrack } from './extend-track';
import { toEncodingError, FfmpegProcess, type ProcessOptions } from './ffmpeg-process';
import type { VideoInfo } from './probe';
import { toNumber, type Rational } from './rational';

interface JoinOptions extends Pick<ProcessOptions, 'signal'> {
  /** File names in the list's folder; ticks of the clock. */
  segments: readonly { file: string; ticks: number }[];
  clock: Rational;
  list: string;
  out: string;
  trim: Trim;
  /** Of the last frame, which may be shown for long; milliseconds from the start. */
  endMs?: number;
  tags?: Readonly<Record<string, string>>;
}

/** Faststart rewrites the whole file at the end. */
const FINISH_MS = 600_000;

export async function joinSegments(info: VideoInfo, options: JoinOptions): Promise<void> {
  const { segments, clock, list, out, trim, endMs, tags = {}, signal } = options;
  const hasSound = info.audio.length > 0;
  const args = [
    ...concatInput(list, segments[0].ticks * toNumber(clock)),
    ...(hasSound ? audioInput(info, trim) : []),
    ...['-map', '0:v:0', ...info.audio.flatMap(({ position }) => ['-map', `1:a:${position}`])],
    ...copyVideo(clock),
    ...audioOptions(info, trim),
    ...mp4Output(out, tags),
  ];
  let child: FfmpegProcess | undefined;
  try {
    await writeFile(list, listOf(segments, clock));
    const reads = [path.dirname(list), ...(hasSound ? [info.file] : [])];
    const job = { kind: 'file', args, reads, writes: [out], maxPixels: info.maxPixels } as const;
    child = await FfmpegProcess.start(job, 'error', { signal });
    child.output.resume();
    child.input.end();
    await child.waitForExit(FINISH_MS);
    await extendVideoTrack(out, endMs);
  } catch (error) {
    throw toEncodingError(error);
  } finally {
    await child?.dispose();
  }
}

/** Stated durations are rounded, and the errors would add up. */
function listOf(segments: JoinOptions['segments'], clock: Rational): string {
  const starts = segments.map(({ ticks }) => Math.round(ticks * toNumber(clock) * 1e6));
  const lines = segments.flatMap(({ file }, i) => {
    const lasts = i + 1 < segments.length ? [`duration ${((starts[i + 1] - starts[i]) / 1e6).toFixed(6)}`] : [];
    return [`file ${file}`, ...lasts];
  });
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}
