import type { Ended } from '#engine/decoder/collect';
import { runDecoder } from '#engine/decoder/run';
import { EngineError } from '#engine/errors';
import type { Demuxer } from './container';

/** The part of ffprobe's report that is of use. */
export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  channels?: number;
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

const ask = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];

/** A probe reads the beginning of a file and its index. One that takes so long was made to. */
const limits = { wallMs: 30_000 };

/** Lets ffprobe describe a file. */
export async function askFfprobe(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  const args = [...ask, '-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  const { signal: endedBy, ...ended } = await runDecoder({
    program: 'ffprobe',
    kind: 'probe',
    args,
    reads: [file],
    limits,
    signal,
  });
  if (endedBy === 'SIGSEGV') return askAroundCrash(file, demuxer, signal);
  return reportOf(ended);
}

function reportOf({ code, stdout, complaint }: Pick<Ended, 'code' | 'stdout' | 'complaint'>): Report {
  if (code !== 0) throw damagedVideo(new Error(`ended with ${code}: ${complaint.slice(-2000).trim()}`));
  try {
    return JSON.parse(stdout.toString()) as Report;
  } catch (cause) {
    throw damagedVideo(cause);
  }
}

/**
 * The bundled ffprobe crashes on every MPEG transport stream. ffmpeg, which doesn't, hands it the beginning in another
 * container and says itself how long the whole is. Sound too damaged to be handed over is left out.
 */
async function askAroundCrash(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  const rewrap = (tracks: string[]) => rewrapBeginning(file, demuxer, tracks, signal);
  let rewrapped = await rewrap(['-map', '0:v', '-map', '0:a?']);
  if (rewrapped.code !== 0) rewrapped = await rewrap(['-map', '0:v']);
  const { code, stdout: input, complaint } = rewrapped;
  if (code !== 0) throw damagedVideo(new Error(`ended with ${code}: ${complaint.slice(-2000).trim()}`));
  const args = [...ask, '-f', 'nut', '-i', 'pipe:0'];
  const { streams } = reportOf(await runDecoder({ program: 'ffprobe', kind: 'probe', args, input, limits, signal }));
  return { streams, format: { duration: statedSeconds(complaint) } };
}

async function rewrapBeginning(file: string, demuxer: Demuxer, tracks: string[], signal?: AbortSignal): Promise<Ended> {
  const beginning = ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  // Not so many seconds: where the clock of a stream begins anew, they would be none.
  const copy = [...tracks, '-c', 'copy', '-frames:v', '60', '-fs', '16M', '-f', 'nut', 'pipe:1'];
  const args = ['-nostdin', '-hide_banner', '-nostats', ...beginning, ...copy];
  return runDecoder({ program: 'ffmpeg', kind: 'probe', args, reads: [file], limits, signal });
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
