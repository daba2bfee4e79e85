import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installedDecoders } from '#engine/decoder/installed';
import { passthroughTiming } from '#engine/ffmpeg/arguments';

const run = promisify(execFile);

/** Without limits. */
export async function runFfmpeg(args: readonly string[]): Promise<Buffer> {
  const { ffmpeg } = await installedDecoders();
  const { stdout } = await run(ffmpeg, ['-nostdin', '-v', 'error', ...args], { encoding: 'buffer', maxBuffer: 1e9 });
  return stdout;
}

export const findFfmpeg = async (): Promise<string> => (await installedDecoders()).ffmpeg;
export const findFfprobe = async (): Promise<string> => (await installedDecoders()).ffprobe;

/** Passes each frame once at its timestamp. */
export const everyFrame = async (): Promise<string[]> => passthroughTiming((await installedDecoders()).features);

/** libavutil of ffmpeg 6.0. */
const DISPLAY_ROTATION_SINCE = 58;

/** Degrees. */
export async function noteRotation(media: string, degrees: number, out: string): Promise<void> {
  const { version } = await installedDecoders();
  const isNew = version.util[0] >= DISPLAY_ROTATION_SINCE;
  const before = isNew ? ['-display_rotation:v:0', String(degrees)] : [];
  const after = isNew ? [] : ['-metadata:s:v:0', `rotate=${degrees}`];
  await runFfmpeg([...before, '-i', media, '-c', 'copy', ...after, out]);
}
