import { throwIfAborted } from '#engine/errors';
import type { Demuxer } from './container';
import { scanPackets, type Packet } from './packets';
import type { VideoInfo } from './probe';

/** A frame is shown until the next one, the last as long as the container states: of slides and still screens, for long. */

/** Longer gaps are noticed. */
export const NOTICED_MS = 100;

/** Others state no durations. */
const withDurations: readonly Demuxer[] = ['mov', 'matroska'];

/** Start of the frame that is shown at a time, milliseconds from the start of the file. */
export async function startOfShown(info: VideoInfo, atMs: number, signal?: AbortSignal): Promise<number | undefined> {
  let startMs: number | undefined;
  await scan(info, atMs, signal, ({ decodedMs, shownMs }) => {
    if (shownMs <= atMs) startMs = Math.max(shownMs, startMs ?? shownMs);
    return decodedMs <= atMs;
  });
  return startMs;
}

/**
 * End of the last frame that is shown before `untilMs`, at most that; milliseconds from the start of the file.
 * @param nearMs the search begins at a keyframe before it
 */
export async function endOfPicture(
  info: VideoInfo,
  nearMs: number,
  untilMs = Infinity,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (!withDurations.includes(info.demuxer)) return undefined;
  let endMs: number | undefined;
  await scan(info, nearMs, signal, ({ shownMs, lastsMs }) => {
    endMs = Math.max(shownMs + lastsMs, endMs ?? 0);
    return endMs < untilMs;
  });
  return endMs && Math.min(endMs, untilMs);
}

/** A file that cannot be scanned may still be decoded. */
async function scan(
  info: VideoInfo,
  fromMs: number,
  signal: AbortSignal | undefined,
  onPacket: (packet: Packet) => boolean,
): Promise<void> {
  await scanPackets(info, { fromMs, signal }, onPacket).catch(() => throwIfAborted(signal));
}
