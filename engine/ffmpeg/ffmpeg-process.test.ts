import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { clipPath } from '#tests/support/clips';
import { scratchFolder } from '#tests/support/scratch';
import { installedDecoders } from '#engine/decoder/installed';
import { withMedia } from '#engine/video/clip/probe-media';
import { yuvFilters } from './arguments';
import { FfmpegProcess } from './ffmpeg-process';
import { readRgbFrames, readYuvFrames } from './frame-reader';
import { FrameWriter } from './frame-writer';

afterEach(() => void vi.useRealTimers());

const waiting = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '16x16', '-i', 'pipe:0', '-f', 'null', '-'];

test('a stalled ffmpeg is killed', async () => {
  const child = await FfmpegProcess.start({ kind: 'frames', args: waiting }, 'error', { stallMs: 50 });
  await expect(child.waitForExit()).rejects.toThrow(/made no progress for 50 ms/);
  await child.dispose();
});

test('an ffmpeg that decodes the frames before a part is not stalled', async () => {
  await withMedia(clipPath('turn'), {}, async (media) => {
    if (media.kind !== 'video') throw new Error('no video');
    const { features } = await installedDecoders();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const filters = yuvFilters(media.info, { fromMs: 60_000 }, { width: 16, height: 16 }, features);
    const args = ['-probesize', '32', ...waiting.slice(0, -3), '-vf', filters, '-f', 'null', '-'];
    let onFrame = () => {};
    const onLine = (line: string) => (/ n: *\d+ pts:/.test(line) ? onFrame() : undefined);
    const child = await FfmpegProcess.start({ kind: 'frames', args }, 'info', { stallMs: 1000, onLine });
    let failure: unknown;
    const ended = child.waitForExit().catch((error: unknown) => (failure = error));
    for (let frames = 0; frames < 3; frames++) {
      const logged = new Promise<void>((resolve) => (onFrame = resolve));
      child.input.write(new Uint8Array(3 * 16 * 16));
      await Promise.race([logged, ended]);
      await vi.advanceTimersByTimeAsync(900);
      expect(failure).toBeUndefined();
    }
    while (!failure) await vi.advanceTimersByTimeAsync(1000);
    expect(failure).toMatchObject({ message: 'ffmpeg made no progress for 1000 ms' });
    await child.dispose();
  });
});

test('a failed ffmpeg rejects with the tail of stderr', async () => {
  const args = ['-f', 'mov', '-i', '/nowhere/at/all.mp4', '-f', 'null', '-'];
  const child = await FfmpegProcess.start({ kind: 'frames', args }, 'error', {});
  await expect(child.waitForExit()).rejects.toThrow(/No such file/);
});

test('an aborted ffmpeg is killed', async () => {
  const calling = new AbortController();
  const child = await FfmpegProcess.start({ kind: 'frames', args: waiting }, 'error', { signal: calling.signal });
  calling.abort();
  await expect(child.waitForExit()).rejects.toMatchObject({ code: 'aborted' });
  await expect(
    FfmpegProcess.start({ kind: 'frames', args: waiting }, 'error', { signal: calling.signal }),
  ).rejects.toMatchObject({
    code: 'aborted',
  });
});

test('leaving the loop over frames ends the decoder', async () => {
  const frames = await withMedia(clipPath('turn'), {}, async (media) => {
    if (media.kind !== 'video') throw new Error('no video');
    let count = 0;
    for await (const { image } of readRgbFrames(media.info)) if (++count === 2) return [count, image.width];
    return [];
  });
  expect(frames).toEqual([2, 432]);
  expect(childrenOfThisProcess()).not.toContain('ffmpeg');
});

test('an unwritable result rejects with the reason', async () => {
  await withMedia(clipPath('turn'), {}, async (media) => {
    if (media.kind !== 'video') throw new Error('no video');
    const out = path.join(scratchFolder(), 'missing', 'result.mp4');
    const clock = { num: 1, den: 12_000 };
    const write = async () => {
      const writer = await FrameWriter.open(media.info, { out, clock });
      for await (const { frame, ticks } of readYuvFrames(media.info, { count: 5 })) await writer.write(frame, ticks);
      await writer.finish();
    };
    await expect(write()).rejects.toMatchObject({ code: 'internal', message: expect.stringMatching(/no such file/i) });
  });
});

function childrenOfThisProcess(): string {
  const all = execFileSync('ps', ['-A', '-o', 'ppid=,comm='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.trim().startsWith(`${process.pid} `)).join('\n');
}
