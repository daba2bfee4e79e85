import type { Demuxer } from './container';
import { throwIfAborted } from '#engine/errors';
import { lengthOfParts } from './joined-parts';
import { scanPackets } from './packets';
import type { VideoInfo } from './probe';
import { toNumber } from './rational';

/** Audio may be longer than stated. */
const TOLERANCE_MS = 1000;

/** Milliseconds: as stated, unless the packets contradict, as in truncated and joined files. Decodes nothing. */
export async function measureDuration(info: VideoInfo, signal?: AbortSignal): Promise<number> {
  const stated = info.durationMs ?? 0;
  try {
    const measured = await shownMs(info, await countPackets(info, signal), signal);
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

/** In others, ffmpeg continues times that jump back. */
const keptByFfmpeg: readonly Demuxer[] = ['matroska', 'asf'];

/** Where packets jump back in time, frames are shown after those before them. */
async function shownMs(info: VideoInfo, { endMs, frames, jumpsBack }: Packets, signal?: AbortSignal): Promise<number> {
  if (jumpsBack && keptByFfmpeg.includes(info.demuxer)) return lengthOfParts(info, signal);
  // MP4 can contain frames that are never shown.
  if (info.demuxer === 'mov' || info.isVariableRate) return endMs;
  const byFrames = (1000 * frames) / toNumber(info.frameRate);
  return byFrames <= endMs + TOLERANCE_MS ? endMs : byFrames;
}

interface Packets {
  /** Of the last that is shown, from the start of the file. */
  endMs: number;
  frames: number;
  jumpsBack: boolean;
}

async function countPackets(info: VideoInfo, signal?: AbortSignal): Promise<Packets> {
  let [endMs, frames, jumpsBack, last] = [0, 0, false, -Infinity];
  await scanPackets(info, { signal }, ({ decodedMs, shownMs, lastsMs }) => {
    frames++;
    jumpsBack ||= decodedMs <= last; // ffmpeg replaces earlier times by the last
    last = decodedMs;
    endMs = Math.max(endMs, shownMs + lastsMs);
    return true;
  });
  return { endMs, frames, jumpsBack };
}
