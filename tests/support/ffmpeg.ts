import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { thisMachine } from '#engine/decoder/machine';
import { passthroughTiming } from '#engine/ffmpeg/arguments';

const run = promisify(execFile);

/** Runs the ffmpeg in use as a tool of the tests, without limits, and returns what it writes to its standard output. */
export async function runFfmpeg(args: readonly string[]): Promise<Buffer> {
  const { ffmpeg } = await thisMachine();
  const { stdout } = await run(ffmpeg, ['-nostdin', '-v', 'error', ...args], { encoding: 'buffer', maxBuffer: 1e9 });
  return stdout;
}

export const findFfmpeg = async (): Promise<string> => (await thisMachine()).ffmpeg;
export const findFfprobe = async (): Promise<string> => (await thisMachine()).ffprobe;

/** Options by which the ffmpeg in use passes every frame on once, at its own time. */
export const everyFrame = async (): Promise<string[]> => passthroughTiming((await thisMachine()).features);

/** libavutil of ffmpeg 6.0, which has an option in the place of the tag. */
const DISPLAY_ROTATION_SINCE = 58;

/** Copies a video with the note that players turn it by so many degrees, as the old tag counts them. */
export async function noteRotation(media: string, degrees: number, out: string): Promise<void> {
  const { version } = await thisMachine();
  const isNew = version.util[0] >= DISPLAY_ROTATION_SINCE;
  const before = isNew ? ['-display_rotation:v:0', String(degrees)] : [];
  const after = isNew ? [] : ['-metadata:s:v:0', `rotate=${degrees}`];
  await runFfmpeg([...before, '-i', media, '-c', 'copy', ...after, out]);
}
