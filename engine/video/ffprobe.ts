import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EngineError, throwIfAborted } from '../errors';
import { findFfmpeg } from '../media/ffmpeg';
import type { Demuxer } from './container';
import { findFfprobe } from './programs';

/** The part of ffprobe's report that is of use. */
export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  duration?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
  disposition?: { attached_pic?: number };
}

export interface Report {
  streams?: Stream[];
  format?: { duration?: string; start_time?: string; tags?: Record<string, string> };
}

const run = promisify(execFile);
const ask = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];
const TIME_LIMIT_MS = 30_000;

const bounds = (signal?: AbortSignal) =>
  ({ maxBuffer: 64e6, timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', signal }) as const;

/** Lets ffprobe describe a file. */
export async function askFfprobe(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  try {
    const ffprobe = await findFfprobe();
    const { stdout } = await run(
      ffprobe,
      [...ask, '-protocol_whitelist', 'file', '-f', demuxer, '-i', file],
      bounds(signal),
    );
    return JSON.parse(stdout) as Report;
  } catch (cause) {
    throwIfAborted(signal);
    if ((cause as { signal?: string }).signal === 'SIGSEGV') return askAroundCrash(file, demuxer, signal);
    throw damagedVideo(cause);
  }
}

/**
 * The bundled ffprobe crashes on every MPEG transport stream. ffmpeg, which doesn't, hands it the beginning in another
 * container and says itself how long the whole is. Sound too damaged to be handed over is left out.
 */
async function askAroundCrash(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  const rewrap = (tracks: string[]) => rewrapBeginning(file, demuxer, tracks, signal);
  try {
    const { stdout, stderr } = await rewrap(['-map', '0:v', '-map', '0:a?']).catch(() => rewrap(['-map', '0:v']));
    const probing = run(await findFfprobe(), [...ask, '-f', 'nut', '-i', 'pipe:0'], bounds(signal));
    probing.child.stdin!.on('error', () => {}).end(stdout); // it stops listening when it knows enough
    const { streams } = JSON.parse((await probing).stdout) as Report;
    return { streams, format: { duration: statedSeconds(stderr.toString()) } };
  } catch (cause) {
    throwIfAborted(signal);
    throw damagedVideo(cause);
  }
}

async function rewrapBeginning(file: string, demuxer: Demuxer, tracks: string[], signal?: AbortSignal) {
  const beginning = ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  // Not so many seconds: where the clock of a stream begins anew, they would be none.
  const copy = [...tracks, '-c', 'copy', '-frames:v', '60', '-fs', '16M', '-f', 'nut', 'pipe:1'];
  const args = ['-nostdin', '-hide_banner', '-nostats', ...beginning, ...copy];
  return run(await findFfmpeg(), args, { ...bounds(signal), encoding: 'buffer' });
}

/** From ffmpeg's description of its input: `Duration: 00:01:02.50`. */
function statedSeconds(description: string): string | undefined {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(description) ?? [];
  return seconds && String(3600 * Number(hours) + 60 * Number(minutes) + Number(seconds));
}

export function damagedVideo(cause?: unknown): EngineError {
  return new EngineError(
    'damaged_media',
    'This video is damaged or incomplete. Play it to its end, save it again and retry.',
    { cause },
  );
}
