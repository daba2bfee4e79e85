import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFfmpeg } from './ffmpeg';

/** 48 frames, 12 fps, ground truth each. */
const folder = fileURLToPath(new URL('../../public/samples/clips/', import.meta.url));

export const clipNames = ['turn', 'talk', 'hand', 'crossing', 'cuts', 'leave'] as const;
export type ClipName = (typeof clipNames)[number];

export const clipPath = (name: ClipName): string => path.join(folder, `${name}.mp4`);

export interface TrueFace {
  id: string;
  yaw: number;
  /** Left, top, right, bottom; pixels. */
  box: [number, number, number, number];
  /** Dense mesh index, x, y; pixels. */
  lm: [number, number, number][];
}

export function clipTruth(name: ClipName): TrueFace[][] {
  const truth = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as {
    frames: { faces: TrueFace[] }[];
  };
  return truth.frames.map(({ faces }) => faces);
}

export const videoKinds = {
  mp4: ['-c:v', 'libx264', '-c:a', 'aac'],
  mov: ['-c:v', 'libx264', '-c:a', 'pcm_s16le'],
  m4v: ['-c:v', 'libx264', '-c:a', 'aac', '-f', 'mp4'],
  '3gp': ['-c:v', 'libx264', '-c:a', 'aac', '-ar', '16000', '-ac', '1'],
  mkv: ['-c:v', 'libx264', '-c:a', 'libmp3lame'],
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '2M', '-c:a', 'libopus', '-b:a', '64k'],
  ts: ['-c:v', 'libx264', '-c:a', 'aac'],
  mpeg: ['-c:v', 'mpeg2video', '-q:v', '3', '-c:a', 'mp2'],
  avi: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'],
  wmv: ['-c:v', 'wmv2', '-q:v', '3', '-c:a', 'wmav2'],
  asf: ['-c:v', 'msmpeg4', '-q:v', '3', '-c:a', 'wmav2'],
} as const;
export type VideoKind = keyof typeof videoKinds;

/** A quarter of the pixels, with the same times. */
export const quarter = 'scale=216:162';

interface ClipOptions {
  from?: ClipName;
  seconds?: number;
  fps?: number;
  filters?: string[];
  /** With clicks every half second. */
  sounds?: number;
  more?: readonly string[];
}

const clicks = (seconds: number) => {
  const pulses = `aevalsrc=sin(2*PI*1000*t)*lt(mod(t\\,0.5)\\,0.05):s=44100:d=${seconds}`;
  return ['-f', 'lavfi', '-i', pulses];
};

export async function makeClip(out: string, kind: VideoKind, options: ClipOptions = {}): Promise<string> {
  const { from = 'talk', seconds = 1, fps = 24, filters = [], sounds = 1, more = [] } = options;
  const tones = Array.from({ length: sounds }, () => clicks(seconds)).flat();
  const maps = ['-map', '0:v', ...Array.from({ length: sounds }, (_, i) => ['-map', `${i + 1}:a`]).flat()];
  const chain = [`fps=${fps}`, ...filters].join(',');
  await runFfmpeg([
    ...['-i', clipPath(from), ...tones, ...maps, '-t', String(seconds), '-vf', chain],
    ...['-preset', 'ultrafast', ...videoKinds[kind], ...more, '-y', out],
  ]);
  return out;
}

/** One second of picture at 12 frames a second, two of sound. */
export async function withLongerSound(out: string): Promise<string> {
  const whole = await makeClip(`${out}.mp4`, 'mp4', { fps: 12 });
  await runFfmpeg(['-i', whole, ...clicks(2), '-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', out]);
  return out;
}

/** As browsers record: without an index or a stated duration. Two seconds. */
export async function asRecordedInBrowser(out: string): Promise<string> {
  const whole = await makeClip(`${out}.webm`, 'webm', { seconds: 2, fps: 12 });
  await runFfmpeg(['-i', whole, '-c', 'copy', '-f', 'webm', '-live', '1', out]);
  return out;
}
