import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { deviceFault } from '#engine/neural/host/device-fault';
import { chooseDevice } from '#engine/neural/host/devices';
import { NetClient } from '#engine/neural/host/net-client';
import { NeuralHost } from '#engine/neural/host/neural-host';
import { nodeArguments } from '#tests/support/node-arguments';
import { tinyEnhancer, tinySwapper } from '#tests/support/tiny-nets';

const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-nets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function netFile(id: string, bytes: Buffer) {
  const file = path.join(folder, id);
  writeFileSync(file, bytes);
  const { size, mtimeMs, ino } = statSync(file);
  return { id, file, stamp: { bytes: size, modifiedMs: mtimeMs, inode: ino }, memoryMB: 10 };
}

const nets = [
  netFile('swapper', tinySwapper({ a: 0.5, b: 0, k: 1 }, { size: 16 })),
  netFile('codeformer', tinyEnhancer(16, { weight: true })),
  netFile('nan', tinySwapper({ a: NaN, b: 0, k: 0 }, { size: 16 })),
];
const settings = { nets, device: { name: 'cpu', index: 0 }, threads: 1, memoryMB: 10 } as const;

const source = { data: Float32Array.from({ length: 512 }, (_, i) => i / 10), dims: [1, 512] };
const picture = (tiles: number) => ({ data: new Float32Array(tiles * 768), dims: [tiles, 3, 16, 16] });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function withHost(work: (host: NeuralHost) => Promise<void>): Promise<void> {
  const host = new NeuralHost(settings);
  await work(host).finally(() => host.close());
}

test('runs nets within the memory budget, tile by tile, with an optional input', () =>
  withHost(async (host) => {
    for (let round = 0; round < 3; round++) {
      const inputs = { target: picture(4), source };
      const answer = await host.nets().run('swapper', inputs, { length: 4 * 768 });
      expect([answer[0], answer[256], answer[4 * 768 - 1]].map((value) => value.toFixed(2))).toEqual([
        '0.50',
        '0.60',
        '0.70',
      ]);
      const enhanced = { input: picture(1), weight: { data: Float64Array.of(1), dims: [1], optional: true } };
      expect((await host.nets().run('codeformer', enhanced, { length: 768 }))[0]).toBeCloseTo(0.2);
    }
    const unused = { target: picture(1), source, weight: { data: Float64Array.of(1), dims: [1], optional: true } };
    await host.nets().run('swapper', unused, { length: 768 });
  }));

test('names wrong inputs, lengths, numbers and nets', () =>
  withHost(async (host) => {
    const run = (net: string, length = 768, name = 'target') =>
      host.nets().run(net, { [name]: picture(1), source }, { length });
    await expect(run('swapper', 768, 'input')).rejects.toMatchObject({ code: 'model_unfit' });
    await expect(run('swapper', 700)).rejects.toMatchObject({ code: 'model_unfit' });
    await expect(run('nan')).rejects.toThrow(/not a number/);
    await expect(run('other')).rejects.toMatchObject({ code: 'model_missing' });
    expect(await run('swapper')).toHaveLength(768);
  }));

// Released memory returns late, so the least of several samples counts. Without release, the process grows by 250 MB.
test('20. loads and releases nets of a megabyte 200 times without growing by half of that', async () => {
  const args = [...nodeArguments('tests/support/load-nets.ts'), folder, '260'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const megabytes = stdout.trim().split('\n').map(Number);
  expect(megabytes).toHaveLength(13);
  expect(Math.min(...megabytes.slice(-3)) - Math.min(...megabytes.slice(0, 3))).toBeLessThan(100);
});

test('14. reports a lost thread, starts it again, and gives up after three losses', () =>
  withHost(async (host) => {
    const run = () => host.nets().run('swapper', { target: picture(1), source }, { length: 768 });
    for (let loss = 0; loss < 3; loss++) {
      await run();
      const outcome = run().then(
        () => undefined, // it was faster
        (error: unknown) => error,
      );
      await (Reflect.get(host, 'worker') as Worker).terminate();
      const error = await outcome;
      if (error) expect(error).toMatchObject({ code: 'device_lost' });
      await expect.poll(() => Reflect.get(host, 'worker') as unknown).toBeUndefined();
    }
    await expect((async () => run())()).rejects.toThrow(/ended 3 times within ten minutes/);
  }));

test('14. a thread whose exit is reported before its ports close is replaced at once', () =>
  withHost(async (host) => {
    const run = () => host.nets().run('swapper', { target: picture(1), source }, { length: 768 });
    await run();
    const [worker, client] = [Reflect.get(host, 'worker') as Worker, host.nets()];
    worker.emit('exit', 1);
    expect(client.isLost).toBe(true);
    expect(host.nets()).not.toBe(client);
    await worker.terminate();
    expect(await run()).toHaveLength(768);
  }));

test('13. work that is given up frees its shared memory and holds up no other', async () => {
  const memories: WeakRef<SharedArrayBuffer>[] = [];
  const Original = SharedArrayBuffer;
  vi.stubGlobal('SharedArrayBuffer', function (bytes: number) {
    const memory = new Original(bytes);
    memories.push(new WeakRef(memory));
    return memory;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await withHost(async (host) => {
    const painter = new NetClient(host.connect());
    const given = Array.from({ length: 20 }, () =>
      painter.run('swapper', { target: picture(16), source }, { length: 16 * 768 }).catch((error: unknown) => error),
    );
    expect(memories).toHaveLength(20);
    painter.close();
    expect(await Promise.all(given)).toContainEqual(expect.objectContaining({ code: 'device_lost' }));
    await host.nets().run('swapper', { target: picture(1), source }, { length: 768 });
  });
  await expect
    .poll(
      () => {
        collectGarbage();
        return memories.slice(0, 20).filter((memory) => memory.deref()).length;
      },
      { timeout: 20_000 },
    )
    .toBe(0);
});

test('13. ending while nets run ends after the current run, and fails what waits', async () => {
  const side = 512;
  const large = netFile('large', tinySwapper({ a: 0.5, b: 0, k: 1 }, { size: side }));
  const target = { data: new Float32Array(3 * side * side), dims: [1, 3, side, side] };
  const host = new NeuralHost({ ...settings, nets: [large] });
  const run = () => host.nets().run('large', { target, source }, { length: target.data.length });
  await run();
  const waiting = Array.from({ length: 5 }, () => run().then(() => 'answered', codeOf));
  await host.close();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['device_lost']));
  expect((await run()).length).toBe(target.data.length);
  await host.close();
});

const codeOf = (error: unknown) => (error as { code: string }).code;

test('uses a device only if ONNX Runtime has it', () => {
  const backends = ['cpu', 'webgpu'];
  expect(chooseDevice('auto', backends, true)).toEqual({ name: 'cpu', index: 0 });
  expect(chooseDevice('auto', [...backends, 'cuda'], false)).toEqual({ name: 'cpu', index: 0 });
  expect(chooseDevice('auto', [...backends, 'cuda'], true)).toEqual({ name: 'cuda', index: 0 });
  expect(chooseDevice('cuda:1', ['cuda'], false)).toEqual({ name: 'cuda', index: 1 });
  for (const wanted of ['cuda', 'coreml', 'gpu', 'cuda:x'])
    expect(() => chooseDevice(wanted, backends, true)).toThrow(
      expect.objectContaining({ code: 'device_unavailable' }) as Error,
    );
});

test.each([
  ['device_memory', 'Failed to allocate memory for requested buffer of size 134217728'],
  ['device_memory', 'onnxruntime::BFCArena::AllocateRawInternal Available memory of 0 is smaller than requested'],
  ['device_memory', 'CUDA error 2: out of memory'],
  ['device_lost', 'CUDA failure 700: an illegal memory access was encountered ; GPU=0'],
  ['device_lost', 'DXGI_ERROR_DEVICE_REMOVED'],
  ['device_unavailable', 'Failed to load shared library libonnxruntime_providers_cuda.so: libcudnn.so.9'],
  ['model_unfit', 'Got invalid dimensions for input: target for the following indices'],
  ['model_unfit', 'Load model from x.onnx failed:Protobuf parsing failed.'],
  ['internal', 'something else'],
])('reads %s from ONNX Runtime’s text', (code, text) => {
  expect(deviceFault('The net could not be run', new Error(text)).code).toBe(code);
});
