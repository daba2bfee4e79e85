import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copiedVideo, inputForSound, joinedFrames, mp4, sound, type Trim } from './arguments';
import { encoderFailed, FfmpegChild, type ChildOptions } from './ffmpeg-process';
import type { VideoInfo } from './probe';
import { toNumber, type Rational } from './rational';

interface JoinOptions extends Pick<ChildOptions, 'signal'> {
  /** Encoded parts in order: names in the folder, each with when its first frame is shown, ticks of the clock. */
  parts: readonly { file: string; ticks: number }[];
  clock: Rational;
  /** Where the list of the parts is put; beside them. */
  list: string;
  out: string;
  /** The part of the original whose sound goes with the frames. */
  trim: Trim;
  /** Statements about the file, written into it. */
  tags?: Readonly<Record<string, string>>;
}

/** A long video is written a second time when it is done, so that it starts playing before it is whole. */
const FINISH_MS = 600_000;

/** Joins encoded parts, as they are, into an mp4 that every browser plays, with the sound of the video they come from. */
export async function joinParts(info: VideoInfo, options: JoinOptions): Promise<void> {
  const { parts, clock, list, out, trim, tags = {}, signal } = options;
  const hasSound = info.audio.length > 0;
  const args = [
    ...joinedFrames(list, parts[0].ticks * toNumber(clock)),
    ...(hasSound ? inputForSound(info, trim) : []),
    ...['-map', '0:v:0', ...info.audio.flatMap(({ place }) => ['-map', `1:a:${place}`])],
    ...copiedVideo(clock),
    ...sound(info, trim),
    ...mp4(out, tags),
  ];
  let child: FfmpegChild | undefined;
  try {
    await writeFile(list, listOf(parts, clock));
    const reads = [path.dirname(list), ...(hasSound ? [info.file] : [])];
    const work = { kind: 'file', args, reads, writes: [out], maxPixels: info.maxPixels } as const;
    child = await FfmpegChild.start(work, 'error', { signal });
    child.output.resume();
    child.input.end();
    await child.end(FINISH_MS);
  } catch (error) {
    throw encoderFailed(error);
  } finally {
    await child?.dispose();
  }
}

/** Lengths are told exactly: those that the parts state are rounded, and would add up. */
function listOf(parts: JoinOptions['parts'], clock: Rational): string {
  const starts = parts.map(({ ticks }) => Math.round(ticks * toNumber(clock) * 1e6));
  const lines = parts.flatMap(({ file }, i) => {
    const lasts = i + 1 < parts.length ? [`duration ${((starts[i + 1] - starts[i]) / 1e6).toFixed(6)}`] : [];
    return [`file ${file}`, ...lasts];
  });
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}
