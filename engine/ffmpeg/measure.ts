import { throwIfAborted } from '#engine/errors';
import { scanPackets } from './packets';
import type { VideoInfo } from './probe';
import { toNumber } from './rational';

/** Audio may be longer than stated. */
const TOLERANCE_MS = 1000;

/** Milliseconds: as stated, unless the packets contradict, as in truncated and joined files. Decodes nothing. */
export async function measureDuration(info: VideoInfo, signal?: AbortSignal): Promise<number> {
  const stated = info.durationMs ?? 0;
  try {
    const measured = shownMs(info, await countPackets(info, signal));
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

async function countPackets(info: VideoInfo, signal?: AbortSignal): Promise<Packets> {
  let [endMs, frames] = [0, 0];
  await scanPackets(info, { signal }, ({ shownMs, lastsMs }) => {
    frames++;
    endMs = Math.max(endMs, shownMs + lastsMs);
    return true;
  });
  return { endMs, frames };
}
