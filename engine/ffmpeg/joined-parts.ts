import { runDecoder } from '#engine/decoder/run';
import type { VideoInfo } from './probe';
import { lineSplitter } from './split-lines';

/**
 * Milliseconds that the parts of a joined recording are shown, whose times jump back: each begins where the one before
 * it ends. ffprobe reports times as they are; ffmpeg would replace those that jump back.
 */
export async function lengthOfParts({ file, demuxer, track, maxPixels }: VideoInfo, signal?: AbortSignal) {
  const times = ['-select_streams', String(track), '-show_entries', 'packet=pts_time,dts_time,duration_time'];
  const args = ['-v', 'error', ...times, '-of', 'csv=p=0', '-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  let [partStart, end, lastDecoded] = [0, 0, Infinity];
  const read = (line: string) => {
    const [shown, decoded = shown, lasts = 0] = line.split(',').map(secondsOf);
    if (shown === undefined || decoded === undefined) return;
    if (decoded < lastDecoded) partStart = end - shown;
    lastDecoded = decoded;
    end = Math.max(end, partStart + shown + lasts);
  };
  const split = lineSplitter();
  const onOutput = (chunk: Buffer) => split(chunk.toString()).forEach(read);
  const job = { program: 'ffprobe', kind: 'probe', args, reads: [file], maxPixels } as const;
  const { code } = await runDecoder({ ...job, onOutput, signal });
  if (code !== 0) throw new Error(`ffprobe exited with ${code}`);
  return 1000 * end;
}

/** Undefined if ffprobe does not know them, or the line is empty. */
const secondsOf = (text: string) => (text === 'N/A' || text === '' ? undefined : Number(text));
