import { throwIfAborted } from '#engine/errors';
import { packetScan } from './preview-arguments';
import type { VideoInfo } from './probe';
import { FfmpegProcess } from './ffmpeg-process';
import { parseRational, toNumber } from './rational';

/** Audio may be longer than stated. */
const TOLERANCE_MS = 1000;

/** Milliseconds: as stated, unless the packets contradict, as in truncated and joined files. Decodes nothing. */
export async function measureDuration(info: VideoInfo, signal?: AbortSignal): Promise<number> {
  const stated = info.durationMs ?? 0;
  try {
    const measured = shownMs(info, await scanPackets(info, signal));
    return Math.abs(measured - stated) <= TOLERANCE_MS && stated > 0 ? stated : measured;
  } catch {
    throwIfAborted(signal);
    return stated; // an unscannable file may still decode in part
  }
}

/** Undefined if it can be neither read nor measured. */
export async function withMeasuredDuration(info: VideoInfo, signal?: AbortSignal): Promise<VideoInfo> {
  return { ...info, durationMs: (await measureDuration(info, signal)) || undefined, isMeasured: true };
}

/** Where packets jump back in time, frames are shown after those before them. */
function shownMs({ demuxer, frameRate, isVariableRate }: VideoInfo, { endMs, frames }: Packets): number {
  const byFrames = (1000 * frames) / toNumber(frameRate);
  // MP4 can contain frames that are never shown.
  const fits = demuxer === 'mov' || isVariableRate || byFrames <= endMs + TOLERANCE_MS;
  return fits ? endMs : byFrames;
}

interface Packets {
  /** Of the last that is shown, from the start of the file. */
  endMs: number;
  frames: number;
}

/** Lines of framecrc: stream, decoding time, time, duration in the clock that a line before them states. */
const clockLine = /^#tb 0: (\d+\/\d+)$/;
const packetLine = /^0, *-?\d+, *(-?\d+), *(\d+),/;

async function scanPackets(info: VideoInfo, signal?: AbortSignal): Promise<Packets> {
  const job = { kind: 'probe', args: packetScan(info), reads: [info.file], maxPixels: info.maxPixels } as const;
  const child = await FfmpegProcess.start(job, 'error', { signal });
  child.input.end();
  let [tickMs, endMs, frames] = [0, 0, 0];
  const read = (line: string) => {
    const clock = clockLine.exec(line);
    if (clock) tickMs = 1000 * toNumber(parseRational(clock[1])!);
    const packet = packetLine.exec(line);
    if (!packet) return;
    frames++;
    endMs = Math.max(endMs, (Number(packet[1]) + Number(packet[2])) * tickMs);
  };
  try {
    const chunks: AsyncIterator<Buffer> = child.output[Symbol.asyncIterator]();
    let rest = '';
    for (;;) {
      const { done, value } = await child.withStallTimeout(chunks.next());
      if (done) break;
      const lines = (rest + value.toString()).split('\n');
      rest = lines.pop()!;
      lines.forEach(read);
    }
    await child.waitForExit();
    return { endMs, frames };
  } finally {
    await child.dispose();
  }
}
