import { execFileSync } from 'node:child_process';
import { findFfprobe, runFfmpeg } from './ffmpeg';

export interface Track {
  codec_type: string;
  codec_name: string;
  profile?: string;
  level?: number;
  pix_fmt?: string;
  channels?: number;
  width?: number;
  height?: number;
}

export async function inspect(file: string) {
  const args = ['-v', 'error', '-show_streams', '-show_packets', '-show_format', '-of', 'json', file];
  const report = JSON.parse(execFileSync(await findFfprobe(), args, { encoding: 'utf8', maxBuffer: 64e6 })) as {
    streams: (Track & { index: number })[];
    packets: { stream_index: number; pts_time: string }[];
    format: { duration: string; start_time?: string; tags?: Record<string, string> };
  };
  const video = report.streams.find((stream) => stream.codec_type === 'video')!;
  const times = report.packets.filter((packet) => packet.stream_index === video.index).map((p) => Number(p.pts_time));
  return {
    video,
    audio: report.streams.filter((stream) => stream.codec_type === 'audio'),
    /** Presentation times, seconds. */
    frameTimes: times.sort((a, b) => a - b),
    seconds: Number(report.format.duration),
    startSeconds: Number(report.format.start_time ?? 0),
    tags: report.format.tags ?? {},
  };
}

/**
 * Seconds on the clock of `inspect`. If a decoder drops the sound's start, the file starts with its video.
 */
export async function onsetsByClock(file: string): Promise<number[]> {
  const { startSeconds } = await inspect(file);
  return (await onsets(file)).map((time) => time + startSeconds);
}

const RATE = 8000;

/** Seconds from the file's start. */
export async function onsets(file: string): Promise<number[]> {
  // Silence before a late sound track.
  const filters = 'aresample=async=1:first_pts=0';
  const pcm = await runFfmpeg([
    '-i',
    file,
    '-vn',
    '-af',
    filters,
    '-ar',
    `${RATE}`,
    '-ac',
    '1',
    '-f',
    's16le',
    'pipe:1',
  ]);
  const loud = (i: number) => Math.abs(pcm.readInt16LE(2 * i)) > 6000;
  const found: number[] = [];
  let quietSince = -Infinity;
  for (let i = 0; i < pcm.length / 2; i++) {
    if (!loud(i)) continue;
    if (i - quietSince > 0.1 * RATE) found.push(i / RATE);
    quietSince = i;
  }
  return found;
}
