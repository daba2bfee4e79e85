import type { ProcessResult } from '#engine/decoder/collect';
import { runDecoder } from '#engine/decoder/run';
import { EngineError } from '#engine/errors';
import type { Demuxer } from './container';

export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  channels?: number;
  channel_layout?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  duration?: string;
  field_order?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number; displaymatrix?: string }[];
  disposition?: { attached_pic?: number };
}

export interface Report {
  streams?: Stream[];
  format?: { duration?: string; start_time?: string; tags?: Record<string, string> };
}

const reportArgs = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];

const limits = { wallMs: 30_000 };

export async function runFfprobe(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  const args = [...reportArgs, '-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  const { signal: endedBy, ...ended } = await runDecoder({
    program: 'ffprobe',
    kind: 'probe',
    args,
    reads: [file],
    limits,
    signal,
  });
  if (endedBy === 'SIGSEGV') return probeRemuxed(file, demuxer, signal);
  return reportOf(ended);
}

function reportOf({ code, stdout, stderrTail }: Pick<ProcessResult, 'code' | 'stdout' | 'stderrTail'>): Report {
  if (code !== 0) throw damagedVideo(new Error(`exited with ${code}: ${stderrTail.slice(-2000).trim()}`));
  try {
    return JSON.parse(stdout.toString()) as Report;
  } catch (cause) {
    throw damagedVideo(cause);
  }
}

/**
 * The bundled ffprobe crashes on MPEG transport streams, so ffmpeg remuxes their beginning. Audio too damaged is left
 * out.
 */
async function probeRemuxed(file: string, demuxer: Demuxer, signal?: AbortSignal): Promise<Report> {
  let remuxed = await remuxBeginning(file, demuxer, ['-map', '0:v', '-map', '0:a?'], signal);
  if (remuxed.code !== 0) remuxed = await remuxBeginning(file, demuxer, ['-map', '0:v'], signal);
  const { code, stdout: input, stderrTail } = remuxed;
  if (code !== 0) throw damagedVideo(new Error(`exited with ${code}: ${stderrTail.slice(-2000).trim()}`));
  const args = [...reportArgs, '-f', 'nut', '-i', 'pipe:0'];
  const { streams } = reportOf(await runDecoder({ program: 'ffprobe', kind: 'probe', args, input, limits, signal }));
  return { streams, format: { duration: statedSeconds(stderrTail) } };
}

async function remuxBeginning(
  file: string,
  demuxer: Demuxer,
  tracks: string[],
  signal?: AbortSignal,
): Promise<ProcessResult> {
  const beginning = ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
  // Not limited by seconds: a restarting clock would yield none.
  const copy = [...tracks, '-c', 'copy', '-frames:v', '60', '-fs', '16M', '-f', 'nut', 'pipe:1'];
  const args = ['-nostdin', '-hide_banner', '-nostats', ...beginning, ...copy];
  return runDecoder({ program: 'ffmpeg', kind: 'probe', args, reads: [file], limits, signal });
}

/** `Duration: 00:01:02.50`. */
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
