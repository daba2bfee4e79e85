import path from 'node:path';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { clipPath } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';

export const FPS = 24;

/** At a phone's bit rate. */
const background = (seconds: number) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${FPS}:duration=${seconds}`],
];
const softened = '[0:v]boxblur=40:2,eq=saturation=0.4:contrast=0.6';
const grain = `noise=alls=3:allf=t,format=yuv420p`;

const encoded = (out: string) => ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-c:a', 'aac', '-y', out];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];

/** Face height 240 pixels, 720p. */
export async function onePerson(folder: string, seconds: number): Promise<string> {
  const out = path.join(folder, 'one.mp4');
  const talking = ['-stream_loop', '-1', '-i', clipPath('talk')];
  const person = `[1:v]setpts=PTS/2,fps=${FPS},scale=800:600:flags=bicubic[p]`;
  const filters = `${softened}[b];${person};[b][p]overlay=240:60:shortest=0,${grain}[v]`;
  const maps = ['-filter_complex', filters, '-map', '[v]', '-map', '2:a', '-t', String(seconds)];
  await runFfmpeg([...background(seconds), ...talking, ...tone(seconds), ...maps, ...encoded(out)]);
  return out;
}

/** Face height 150 pixels. */
export async function fourPersons(folder: string, seconds: number): Promise<string> {
  const out = path.join(folder, 'four.mp4');
  const names = ['otto', 'nadia', 'kenji', 'freya'] as const;
  const inputs = names.flatMap((name) => ['-loop', '1', '-framerate', String(FPS), '-i', portraitPath(name)]);
  const people = names.map((_, i) => `[${i + 1}:v]scale=300:-2:flags=bicubic[p${i}]`);
  const places = names.map((_, i) => {
    const under = i === 0 ? 'b' : `o${i - 1}`;
    const [x, y] = [`${10 + 320 * i}+6*sin(${2 + i}*t)`, `170+5*cos(${3 - 0.5 * i}*t)`];
    return `[${under}][p${i}]overlay=x='${x}':y='${y}'[o${i}]`;
  });
  const filters = [`${softened}[b]`, ...people, ...places, `[o3]${grain}[v]`].join(';');
  const maps = ['-filter_complex', filters, '-map', '[v]', '-map', '5:a', '-t', String(seconds)];
  await runFfmpeg([...background(seconds), ...inputs, ...tone(seconds), ...maps, ...encoded(out)]);
  return out;
}
