import { runDecoder } from '#engine/decoder/run';
import type { VideoInfo } from './probe';

/**
 * Milliseconds that the parts of a joined recording are shown, whose times jump back: each begins where the one before
 * it ends. ffprobe reports times as they are; ffmpeg would replace those that jump back.
 */
export async function lengthOfParts({ file, demuxer, track, maxPixels }: VideoInfo, signal?: AbortSignal) {
  const times = ['-select_streams', String(track), '-show_entries', 'packet=pts_time,dts_time,duration_time'];
  const args = ['-v', 'error', ...times, '-of', 'csv=p=0', '-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  const { code, stdout } = await runDecoder({
    program: 'ffprobe',
    kind: 'probe',
    args,
    reads: [file],
    maxPixels,
    signal,
  });
  if (code !== 0) throw new Error(`ffprobe exited with ${code}`);
  let [partStart, end, lastDecoded] = [0, 0, Infinity];
  for (const line of stdout.toString().trim().split('\n')) {
    const [shown, decoded = shown, lasts = 0] = line
      .split(',')
      .map((seconds) => (seconds === 'N/A' ? undefined : Number(seconds)));
    if (shown === undefined || decoded === undefined) continue;
    if (decoded < lastDecoded) partStart = end - shown;
    lastDecoded = decoded;
    end = Math.max(end, partStart + shown + lasts);
  }
  return 1000 * end;
}
