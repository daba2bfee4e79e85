import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { clipPath } from '#tests/support/clips';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { execute, type Command } from './command';
import { readLabel } from '#engine';
import { COMPOSITE_WITH_TRAINED_MEDIA } from '#engine/label/xmp';
import { tinySwapper } from '#tests/support/tiny-nets';
import { writePack } from '#tests/support/tiny-packs';
import { facesCommand } from './faces-command';
import { swapCommand } from './swap-command';

async function run(
  command: Command,
  args: string[],
  { interactive = false, signal = new AbortController().signal } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text), interactive };
  const code = await execute(command, args, terminal, signal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const otto = portraitPath('otto');
const freya = portraitPath('freya');

describe('faces', () => {
  test('lists persons as text and as JSON', async () => {
    const listed = await run(facesCommand, ['--target', otto]);
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toMatch(/^jpeg 768 × 960, 1 person\np1 {2}\d+ × \d+ at/);
    const { out } = await run(facesCommand, ['--target', otto, '--json']);
    expect(JSON.parse(out)).toMatchObject({ kind: 'photo', width: 768, persons: [{ key: 'p1', pose: {}, box: {} }] });
  });

  test('draws a progress line on a terminal only, and not with --json', async () => {
    expect((await run(facesCommand, ['--target', otto], { interactive: true })).err).toMatch(/detecting … \d+ %/);
    expect((await run(facesCommand, ['--target', otto, '--json'], { interactive: true })).err).toBe('');
  });
});

describe('swap', () => {
  test('writes the result and prints its properties', async () => {
    const out = path.join(scratchFolder(), 'result.JPG'); // another way to write the name of its format
    const done = await run(swapCommand, ['--face', `${otto},${otto}`, '--target', freya, '--out', out, '--json']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(done.out)).toMatchObject({ out, width: 768, height: 960, format: 'jpeg', persons: ['p1'] });
    expect(await sharp(out).metadata()).toMatchObject({ width: 768 });
  });

  test('takes a face for each person', async () => {
    const out = path.join(scratchFolder(), 'result.png');
    const done = await run(swapCommand, ['--person', `p1=${otto}`, '--target', freya, '--out', out, '--no-label']);
    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toMatch(/new face for p1/);
  });
});

test.each([
  ['a photo as GIF', freya, 'result.gif', /result\.gif is a jpeg file\..*\.jpg/],
  ['an animation as mp4', path.resolve('public/samples/clips/turn.gif'), 'result.mp4', /result\.mp4 is a gif file\./],
])('a result whose name promises another format, %s, is reported', async (_what, target, name, warning) => {
  const out = path.join(scratchFolder(), name);
  const done = await run(swapCommand, ['--face', otto, '--target', target, '--out', out, '--to', '160']);
  expect(done).toMatchObject({ code: 0, err: expect.stringMatching(warning) });
});

describe('a neural quality', () => {
  test('swaps with the net of a pack, and says what is missing', async () => {
    const folder = scratchFolder();
    const packs = path.join(folder, 'packs');
    writePack(packs, {
      id: 'net',
      type: 'uniface',
      net: tinySwapper({ a: 0, b: -1, k: 0 }, { size: 256, picture: 256 }),
    });
    const out = path.join(folder, 'result.jpg');
    const args = ['--face', otto, '--target', freya, '--out', out, '--json', '--neural', packs, '--device', 'cpu'];
    const done = await run(swapCommand, [...args, '--quality', 'neural']);
    expect(JSON.parse(done.out)).toMatchObject({ out, quality: 'neural', format: 'jpeg' });
    expect(await readLabel(out)).toMatchObject({ sourceTypes: [COMPOSITE_WITH_TRAINED_MEDIA] });

    const unknown = await run(swapCommand, [...args, '--quality', 'best']);
    expect(unknown.code).toBe(5);
    expect(unknown.out).toMatch(/model_missing.*Choose one of mesh, neural/);
    const device = await run(swapCommand, [...args.with(-1, 'toaster'), '--quality', 'neural']);
    expect(device.code).toBe(5);
    expect(device.out).toMatch(/device_unavailable/);
  });
});

describe('a video', () => {
  const clip = clipPath('cuts');

  test('lists persons with their screen time', async () => {
    const { code, out } = await run(facesCommand, ['--target', clip, '--from', '1000', '--to', '3000']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^mp4 432 × 324, 2\.0 s, 2 persons\np1 .* seen for 1\.0 s from 1\.0 s on\np2 .* from 2\.0 s on$/,
    );
    const json = await run(facesCommand, ['--target', clip, '--to', '1000', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      kind: 'video',
      durationMs: 1000,
      fps: 12,
      hasAudio: false,
      persons: [{ key: 'p1', screenTimeMs: 1000, firstSeenMs: 0 }],
    });
  });

  test('swaps a part and shows frames done and time left', async () => {
    const out = path.join(scratchFolder(), 'result.mp4');
    const args = ['--face', otto, '--target', clip, '--out', out, '--from', '500', '--to', '1000'];
    const { code, out: summary, err } = await run(swapCommand, args, { interactive: true });
    expect({ code, summary }).toEqual({ code: 0, summary: `${out}: 432 × 324, new face for p1` });
    expect(err).toMatch(/swapping … \d+ %, 6 of 6 frames, 0 s left/);
    expect(existsSync(out)).toBe(true);
  });

  test('rejects a part outside the video', async () => {
    expect(await run(facesCommand, ['--target', clip, '--from', '9000'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/9000.*lasts 4000 ms/),
    });
    expect(await run(facesCommand, ['--target', clip, '--from', '1:30'])).toMatchObject({ code: 2 });
  });
});

describe('exit codes', () => {
  const target = ['--target', freya];

  test('0 for help', async () => {
    const { code, out } = await run(swapCommand, ['--help']);
    expect({ code, usage: /--person KEY=FILES/.test(out) && /130 interrupted/.test(out) }).toEqual({
      code: 0,
      usage: true,
    });
  });

  test.each([
    ['nothing at all', [], /--target is missing/],
    ['an unknown option', ['--targt', 'a.jpg'], /targt/],
    ['no face', [...target, '--out', 'x.jpg'], /--face is missing/],
    ['a person without a file', [...target, '--out', 'x.jpg', '--person', 'otto.jpg'], /p1=face\.jpg/],
    ['two values of one option', [...target, '--out', 'x.jpg', '--out=y.jpg'], /--out is given twice/],
    ['two faces for one person', [...target, '--out', 'x.jpg', '--face', otto, '--person', `p1=${otto}`], /two faces/],
  ])('2 for %s', async (_what, args, message) => {
    const { code, err } = await run(swapCommand, args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(/npm run swap/);
  });

  test('3 for bad input, in one sentence or one object', async () => {
    const bad = path.join(scratchFolder(), 'bad.jpg');
    writeFileSync(bad, 'words');
    const told = await run(facesCommand, ['--target', bad]);
    expect(told).toMatchObject({ code: 3, out: '' });
    expect(told.err.split('\n')).toHaveLength(1);
    const { code, out, err } = await run(facesCommand, ['--target', bad, '--json']);
    expect({ code, err }).toEqual({ code: 3, err: '' });
    expect(JSON.parse(out)).toEqual({ error: { code: 'unsupported_type', message: told.err } });
  });

  test.each([
    ['the target', facesCommand, ['--target', '/dev/zero']],
    ['a face', swapCommand, [...target, '--face', '/dev/zero', '--out', 'x.jpg']],
  ])('3 for a device as %s, which is never read', async (_what, command, args) => {
    const { code, err } = await run(command, args);
    expect({ code, err }).toEqual({ code: 3, err: '/dev/zero is a folder, a device or a pipe. Name a file.' });
  });

  test('4 for a missing face or an unknown person', async () => {
    const folder = scratchFolder();
    const [empty, out] = [path.join(folder, 'empty.png'), path.join(folder, 'result.jpg')];
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#aaa' } })
      .png()
      .toFile(empty);
    expect(await run(swapCommand, ['--face', empty, ...target, '--out', out])).toMatchObject({ code: 4 });
    const unknown = await run(swapCommand, ['--person', `p9=${otto}`, ...target, '--out', out]);
    expect(unknown).toMatchObject({ code: 4, err: expect.stringMatching(/no p9.*Found: p1/) });
    expect(existsSync(out)).toBe(false);
  });

  test('5 for missing models', async () => {
    const { code, err } = await run(facesCommand, ['--target', otto, '--models', scratchFolder()]);
    expect({ code, err }).toEqual({ code: 5, err: expect.stringMatching(/npm run setup/) });
  });

  test('130 when interrupted', async () => {
    expect(await run(facesCommand, ['--target', otto], { signal: AbortSignal.abort() })).toMatchObject({ code: 130 });
  });
});
