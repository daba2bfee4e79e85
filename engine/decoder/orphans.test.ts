import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeArguments } from '#tests/support/node-arguments';
import { patience } from '#tests/support/patience';
import { descendantsOf, runningAmong } from '#tests/support/processes';
import { collect } from './collect';
import { isolations } from './isolation';
import { killDecoder } from './kill';
import { launch } from './launch';
import { firstWorking, installedDecoders } from './installed';
import { readDecoderSettings } from './settings';

const fixture = fileURLToPath(new URL('orphans.fixture.ts', import.meta.url));
const endless = ['-f', 'lavfi', '-i', 'testsrc=size=64x64', '-progress', 'pipe:1', '-f', 'null', '-'];

async function usable() {
  const decoders = await installedDecoders();
  const ways = [];
  for (const isolation of isolations(readDecoderSettings().searchPath))
    if ((await firstWorking(decoders, [isolation])) === isolation) ways.push(isolation);
  return { decoders, ways };
}

const decodersOf = (pid: number) => descendantsOf(pid).filter(({ command }) => command.includes('testsrc=size=64x64'));

test('a killed decoder leaves no process behind', async () => {
  const { decoders, ways } = await usable();
  for (const isolation of ways) {
    const child = launch({ program: 'ffmpeg', kind: 'frames', args: endless }, { ...decoders, isolation });
    await once(child.stdout!, 'data');
    const running = decodersOf(process.pid);
    expect(running.length, isolation.name).toBeGreaterThan(0);
    const ended = collect(child);
    killDecoder(child);
    expect((await ended).signal).toBe('SIGKILL');
    await expect.poll(() => runningAmong(running), { ...patience, message: isolation.name }).toEqual([]);
  }
});

test('a decoder that is killed while it starts leaves no process behind', async () => {
  const { decoders, ways } = await usable();
  for (const isolation of ways) {
    for (let ms = 0; ms < 8; ms += 0.25) {
      const child = launch({ program: 'ffmpeg', kind: 'frames', args: endless }, { ...decoders, isolation });
      const ended = collect(child);
      const began = performance.now();
      while (performance.now() - began < ms); // exact, unlike a timer
      killDecoder(child);
      expect((await ended).signal, `${isolation.name}, after ${ms} ms`).toBe('SIGKILL');
    }
    await expect.poll(() => decodersOf(process.pid), { ...patience, message: isolation.name }).toEqual([]);
  }
});

test('the decoders of a killed worker exit', async () => {
  const { ways } = await usable();
  for (const { name } of ways.filter((isolation) => isolation.name !== 'none')) {
    const worker = spawn(process.execPath, [...nodeArguments(fixture), name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    const running = decodersOf(worker.pid!);
    expect(running.length, name).toBeGreaterThan(0);
    worker.kill('SIGKILL');
    await expect.poll(() => runningAmong(running), { ...patience, message: name }).toEqual([]);
  }
});
