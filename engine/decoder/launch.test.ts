import { chmodSync, copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { collect } from './collect';
import { isolations, type Isolation } from './isolation';
import { launch, type DecoderJob } from './launch';
import { limitsFor } from './limits';
import { runDecoder } from './run';
import { which } from './which';
import { firstWorking, installedDecoders, type FoundDecoders } from './installed';
import { readDecoderSettings } from './settings';

async function usable(decoders: FoundDecoders): Promise<Isolation[]> {
  const found: Isolation[] = [];
  for (const isolation of isolations(readDecoderSettings().searchPath))
    if ((await firstWorking(decoders, [isolation])) === isolation) found.push(isolation);
  return found;
}

let decoders: FoundDecoders;
let ways: Isolation[];
beforeAll(async () => {
  decoders = await installedDecoders();
  ways = await usable(decoders);
});

const endless = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080', '-f', 'null', '-'];
const frames = (args: readonly string[], more: Partial<DecoderJob> = {}): DecoderJob => ({
  program: 'ffmpeg',
  kind: 'frames',
  args: ['-v', 'error', ...args],
  ...more,
});
const run = async (job: DecoderJob, isolation: Isolation) => collect(launch(job, { ...decoders, isolation }));

function envPrinter(): string {
  const file = path.join(scratchFolder(), 'ffmpeg');
  writeFileSync(file, '#!/bin/sh\nexec env\n');
  chmodSync(file, 0o755);
  return file;
}

test('a decoder inherits nothing from the environment', async () => {
  const secrets = { SESSION_SECRET: 's3cret-a', DATABASE_URL: 'postgresql://s3cret-b', STRIPE_SECRET_KEY: 's3cret-c' };
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const ffmpeg = envPrinter();
  for (const isolation of ways) {
    const child = launch(frames(['-version']), { ...decoders, ffmpeg, isolation });
    const names = (await collect(child)).stdout.toString().trim().split('\n');
    expect(
      names
        .map((line) => line.split('=')[0])
        .filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name))
        .sort(),
    ).toEqual(['LANG', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_', 'PATH']);
    expect(names.join()).not.toContain('s3cret');
  }
});

test('a decoder is killed at its wall-clock limit', async () => {
  for (const isolation of ways) {
    const { signal } = await run(frames(endless, { limits: { wallMs: 300 } }), isolation);
    expect(signal, isolation.name).toBe('SIGKILL');
  }
});

test('a decoder whose caller gives up while it starts is killed', async () => {
  const caller = new AbortController();
  const running = runDecoder({ ...frames(endless), signal: caller.signal });
  caller.abort();
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
});

test('a program is never looked for in a relative folder', () => {
  const folder = path.dirname(envPrinter());
  expect(which('ffmpeg', folder)).toBe(path.join(folder, 'ffmpeg'));
  expect(which('ffmpeg', path.relative('', folder))).toBeUndefined();
});

test('frames of more pixels get more memory, except while they are probed', () => {
  const [usual, large] = [4096 ** 2, 2 ** 26];
  expect(limitsFor('frames', large).memory).toBe(4 * limitsFor('frames', usual).memory);
  expect(limitsFor('frames', 100)).toEqual(limitsFor('frames', usual));
  expect(limitsFor('probe', large)).toEqual(limitsFor('probe', usual));
});

/** Of bubblewrap, also where it is not installed. */
test('bubblewrap gives a decoder its own files alone, no capability, and no core dump', () => {
  const folder = path.dirname(envPrinter());
  copyFileSync(path.join(folder, 'ffmpeg'), path.join(folder, 'bwrap'));
  const found = isolations(`${folder}${path.delimiter}${readDecoderSettings().searchPath}`);
  const bubblewrap = found.find(({ name }) => name === 'bubblewrap');
  if (process.platform !== 'linux') return expect(bubblewrap).toBeUndefined();
  const places = { reads: ['/data/in.mp4'], writes: ['/data/out'] };
  const words = bubblewrap!.wrap(['/usr/bin/ffmpeg', '-version'], places, limitsFor('file', 1)).join(' ');
  for (const part of ['--core=0', '--unshare-all', '--die-with-parent', '--cap-drop ALL', '--remount-ro /'])
    expect(words).toContain(` ${part} `);
  const bound = [...words.matchAll(/--bind (\S+) (\S+)/g)].map(([all]) => all);
  expect(bound).toEqual(['--bind /data/out /data/out']);
  expect(words).toContain(' --ro-bind /data/in.mp4 /data/in.mp4 ');
  expect(words).toMatch(/ -- \/usr\/bin\/ffmpeg -version$/);
});

test('relative paths are rejected', () => {
  expect(() => launch(frames([], { reads: ['clip.mp4'] }), decoders)).toThrow(/clip\.mp4 must be absolute/);
});

const bounding = () => ways.filter(({ name }) => name !== 'none');
const closing = ['bubblewrap', 'namespaces'];

describe('limits', () => {
  test('apply to memory', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=size=8000x8000:rate=1:duration=1', '-f', 'framecrc', 'pipe:1'];
    const aFrame = /^0, /m;
    for (const isolation of bounding()) {
      expect((await run(frames(large), isolation)).stdout.toString(), isolation.name).toMatch(aFrame);
      const { stdout } = await run(frames(large, { limits: { memory: 120e6 } }), isolation);
      expect(stdout.toString(), isolation.name).not.toMatch(aFrame);
    }
  });

  test('apply to CPU time', async () => {
    for (const isolation of bounding()) {
      const { code, signal } = await run(frames(endless, { limits: { cpuSeconds: 1 } }), isolation);
      expect(signal ?? code, isolation.name).not.toBe(0);
    }
  });

  test('apply to the size of written files', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'out.raw');
    for (const isolation of bounding()) {
      writeFileSync(out, '');
      const args = ['-f', 'lavfi', '-i', 'color=size=640x480:rate=1:duration=20', '-f', 'rawvideo', '-y', out];
      const { code, signal } = await run(frames(args, { writes: [out], limits: { fileBytes: 1_000_000 } }), isolation);
      expect(signal ?? code, isolation.name).not.toBe(0);
      expect(statSync(out).size).toBeLessThanOrEqual(1_000_000);
    }
  });

  test('apply to the pixels of a frame, whatever the container states', async () => {
    const png = path.join(scratchFolder(), 'in.png');
    const { code } = await run(
      { ...frames(['-f', 'lavfi', '-i', 'color=size=2000x2000:duration=0.04', '-y', png]), kind: 'file', writes: [] },
      ways.at(-1)!,
    );
    expect(code).toBe(0);
    const decode = ['-f', 'png_pipe', '-i', png, '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'];
    for (const isolation of ways) {
      const whole = await run(frames(decode, { reads: [png] }), isolation);
      expect(whole.stdout.length, isolation.name).toBeGreaterThan(4_000_000);
      const bounded = await run(frames(decode, { reads: [png], maxPixels: 3_000_000 }), isolation);
      expect(bounded.stdout.length, isolation.name).toBe(0);
      expect(bounded.stderrTail).toMatch(/exceeds specified max pixel count/);
    }
  });
});

test('an isolated decoder has no network access and reads only its own files', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const other = path.join(scratchFolder(), 'other.raw');
  writeFileSync(other, Buffer.alloc(16 * 16 * 3));
  for (const isolation of ways) {
    connections = 0;
    await run(frames(['-f', 'mpegts', '-i', `tcp://127.0.0.1:${port}`, '-f', 'null', '-']), isolation);
    expect(connections > 0, isolation.name).toBe(!closing.includes(isolation.name));
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '16x16', '-i', other, '-f', 'rawvideo', 'pipe:1'];
    const { stdout } = await run(frames(raw), isolation);
    expect(stdout.length > 0, isolation.name).toBe(isolation.name !== 'bubblewrap');
    const out = path.join(path.dirname(other), `${isolation.name}.raw`);
    await run({ ...frames([...raw.slice(0, -1), '-y', out], { reads: [other] }), kind: 'file' }, isolation);
    expect(existsSync(out), isolation.name).toBe(isolation.name !== 'bubblewrap');
  }
});
