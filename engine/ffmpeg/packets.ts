import { frameInput } from './arguments';
import { FfmpegProcess } from './ffmpeg-process';
import { inputOf } from './preview-arguments';
import type { VideoInfo } from './probe';
import { parseRational, toNumber } from './rational';
import { lineSplitter } from './split-lines';

/** Milliseconds from the start of the file. */
export interface Packet {
  readonly decodedMs: number;
  readonly shownMs: number;
  readonly lastsMs: number;
}

interface ScanOptions {
  /** Begins at a keyframe before it. */
  fromMs?: number;
  signal?: AbortSignal;
}

/** Lines of framecrc: stream, decoding time, time, duration in the clock that a line before them states. */
const clockLine = /^#tb 0: (\d+\/\d+)$/;
const packetLine = /^0, *(-?\d+), *(-?\d+), *(\d+),/;
/** AVI states none for reordered frames (B-frames). */
const UNKNOWN = String(-(2n ** 63n));

/**
 * Of the video, in the order of decoding. Decodes nothing.
 * @param onPacket returns false to end
 */
export async function scanPackets(
  info: VideoInfo,
  { fromMs, signal }: ScanOptions,
  onPacket: (packet: Packet) => boolean,
): Promise<void> {
  // Whole files are read with times that ffmpeg has made continuous.
  const input = fromMs === undefined ? inputOf(info) : frameInput(info, { fromMs });
  const args = [...input, '-map', `0:${info.track}`, '-c', 'copy', '-f', 'framecrc', 'pipe:1'];
  const job = { kind: 'probe', args, reads: [info.file], maxPixels: info.maxPixels } as const;
  const child = await FfmpegProcess.start(job, 'error', { signal });
  child.input.end();
  let tickMs = 0;
  const read = (line: string): boolean => {
    const clock = clockLine.exec(line);
    if (clock) tickMs = 1000 * toNumber(parseRational(clock[1])!);
    const [decoded, shown, lasts] = packetLine.exec(line)?.slice(1) ?? [];
    if (lasts === undefined) return true;
    const toMs = (ticks: string) => Number(ticks) * tickMs;
    return onPacket({
      decodedMs: toMs(decoded),
      shownMs: toMs(shown === UNKNOWN ? decoded : shown),
      lastsMs: toMs(lasts),
    });
  };
  try {
    const chunks: AsyncIterator<Buffer> = child.output[Symbol.asyncIterator]();
    const split = lineSplitter();
    for (;;) {
      const { done, value } = await child.withStallTimeout(chunks.next());
      if (done) break;
      if (!split(value.toString()).every(read)) return;
    }
    await child.waitForExit();
  } finally {
    await child.dispose();
  }
}
