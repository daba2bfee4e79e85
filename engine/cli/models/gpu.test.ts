import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get as httpGet, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { execute } from '#engine/cli/command';
import type { Machine } from '#engine/neural/gpu/inspect-gpu';
import { missingLibraries, parseCards } from '#engine/neural/gpu/inspect-gpu';
import { runtimeVersion, usableBackends } from '#engine/neural/gpu/provider-files';
import type { Get } from '#engine/neural/packs/download';
import { scratchFolder } from '#tests/support/scratch';
import { prepareGpuOf } from './gpu';

const card = 'NVIDIA GeForce RTX 3060, 12288, 550.54.14\n';
const found = '\tlibcudart.so.12 => /usr/lib/libcudart.so.12 (0x1)\n';
const lacks =
  '\tlibcublas.so.12 => not found\n\tlibcudnn.so.9 => not found\n\tlibfancy.so.1 => not found\n\tlibc.so.6 => /lib/libc.so.6\n';
const backends = [
  { name: 'cpu', bundled: true },
  { name: 'cuda', bundled: false },
];

let folder: string;
beforeEach(() => {
  folder = path.join(scratchFolder(), 'bin');
  mkdirSync(folder);
});

/** A machine with an NVIDIA card. */
const machine = (answers: Record<string, string> = { 'nvidia-smi': card, ldd: found }, platform = 'linux x64') =>
  ({
    platform,
    folder,
    output: async (program) => answers[program] ?? '',
    backends: async () => backends,
  }) satisfies Machine;

async function run(args: string[], on: Machine, get?: Get) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text), interactive: false };
  const command = {
    help: '',
    run: (given: string[], context: Parameters<typeof prepareGpuOf>[1]) => prepareGpuOf(given, context, on, get),
  };
  const code = await execute(command, args, terminal, new AbortController().signal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const libraries = ['shared', 'cuda', 'tensorrt'].map((name) => `libonnxruntime_providers_${name}.so`);

/** Deflated. */
function zip(files: Record<string, Buffer>): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entries, end]);
}

const contents = Object.fromEntries(
  libraries.map((name) => [`runtimes/linux-x64/native/${name}`, randomBytes(400_000)]),
);

type Answer = (response: ServerResponse, range: string | undefined) => void;

/** Stands for api.nuget.org. */
async function nuget(archive: Buffer, { hash = archive, send }: { hash?: Buffer; send?: Answer } = {}) {
  const base = 'https://api.nuget.org';
  const name = 'microsoft.ml.onnxruntime.gpu.linux';
  const json: Record<string, object> = {
    '/v3/index.json': { resources: [{ '@id': `${base}/registration/`, '@type': 'RegistrationsBaseUrl' }] },
    [`/registration/${name}/${runtimeVersion()}.json`]: {
      catalogEntry: `${base}/catalog.json`,
      packageContent: `${base}/package.nupkg`,
    },
    '/catalog.json': {
      packageHash: createHash('sha512').update(hash).digest('base64'),
      packageHashAlgorithm: 'SHA512',
      packageSize: archive.length,
    },
  };
  const asked: string[] = [];
  const server = createServer(({ url = '', headers: { range } }, response) => {
    asked.push(url);
    if (json[url]) response.end(JSON.stringify(json[url]));
    else if (url !== '/package.nupkg') response.writeHead(404).end();
    else if (send) send(response, range);
    else response.end(archive);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get: Get = (url, options, onResponse) =>
    httpGet({ ...options, agent: false, host: '127.0.0.1', port, path: url.pathname }, onResponse);
  return { get, asked };
}

test('without --yes nothing is downloaded, and each step is named', async () => {
  const { get, asked } = await nuget(zip(contents));
  const done = await run([], machine({}), get);
  expect(done).toMatchObject({ code: 5, err: expect.stringContaining('swaps run on the CPU') });
  expect(done.out).toMatch(
    /NVIDIA cards: none found[^]*1\. Install an NVIDIA card[^]*2\. Run `npm run models -- gpu --yes`/,
  );
  expect(asked).toEqual([]);
});

test('--yes installs the provider, and the machine is ready', async () => {
  const { get } = await nuget(zip(contents));
  expect(usableBackends(backends, folder)).toEqual(['cpu']);
  const done = await run(['--yes'], machine(), get);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toMatch(
    /Downloading microsoft\.ml\.onnxruntime\.gpu\.linux [\d.]+, 2 MB, from api\.nuget\.org, SHA-512/,
  );
  expect(done.out).toContain('Set NEURAL_DEVICE=cuda:0');
  expect(readdirSync(folder).sort()).toEqual([...libraries].sort());
  for (const name of libraries)
    expect(readFileSync(path.join(folder, name))).toEqual(contents[`runtimes/linux-x64/native/${name}`]);
  expect(usableBackends(backends, folder)).toEqual(['cpu', 'cuda']);
  expect((await run(['--yes', '--json'], machine(), get)).out).toMatch(/"ready":true/);
});

test('libraries that the loader does not find are named with their packages', async () => {
  writeFileSync(path.join(folder, 'libonnxruntime_providers_cuda.so'), '');
  const on = machine({ 'nvidia-smi': card, ldd: lacks });
  const { code, out } = await run([], on);
  expect(code).toBe(5);
  expect(out).toContain('Missing libraries: libcublas.so.12, libcudnn.so.9, libfancy.so.1');
  expect(out).toContain('libcublas.so.12 (libcublas-12-*), libcudnn.so.9 (cudnn9-cuda-*), libfancy.so.1.');
  const { missing, ready } = JSON.parse((await run(['--json'], on)).out.split('\n')[0]!);
  expect({ missing, ready }).toEqual({ missing: ['libcublas.so.12', 'libcudnn.so.9', 'libfancy.so.1'], ready: false });
});

test('a download that breaks off is continued', async () => {
  const archive = zip(contents);
  const ranges: (string | undefined)[] = [];
  const { get } = await nuget(archive, {
    send: (response, range) => {
      ranges.push(range);
      const start = Number(/\d+/.exec(range ?? '0')![0]);
      const headers = { 'content-length': archive.length - start };
      if (!range) response.writeHead(200, headers).write(archive.subarray(0, 800_000), () => response.destroy());
      else
        response
          .writeHead(206, { ...headers, 'content-range': `bytes ${start}-${archive.length - 1}/${archive.length}` })
          .end(archive.subarray(start));
    },
  });
  expect(await run(['--yes'], machine(), get)).toMatchObject({ code: 5, err: expect.stringContaining('continues') });
  expect(await run(['--yes'], machine(), get)).toMatchObject({ code: 0, err: '' });
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
});

test.each<[string, Buffer, Parameters<typeof nuget>[1], RegExp]>([
  ['has another checksum', zip(contents), { hash: Buffer.from('x') }, /SHA-512 checksum .* was expected/],
  ['is no archive', Buffer.from('<html>Sign in</html>'), {}, /is no zip archive/],
  ['is cut', zip(contents).subarray(-40), {}, /ends too early/],
  ['lacks a library', zip({ readme: Buffer.from('x') }), {}, /has no runtimes\/linux-x64/],
  ['is absent', zip(contents), { send: (response) => response.writeHead(404).end() }, /status 404/],
])('a package that %s installs nothing', async (_title, archive, options, message) => {
  const { get } = await nuget(archive, options);
  expect(await run(['--yes'], machine(), get)).toMatchObject({ code: 5, err: expect.stringMatching(message) });
  expect(readdirSync(folder)).toEqual([]);
});

test('other platforms are told so, and nothing is downloaded', async () => {
  const { get, asked } = await nuget(zip(contents));
  const done = await run(['--yes'], machine({}, 'darwin arm64'), get);
  expect(done).toMatchObject({
    code: 5,
    out: expect.stringContaining('this is darwin arm64. Leave NEURAL_DEVICE=cpu'),
  });
  expect(asked).toEqual([]);
});

test('a folder that cannot be written to is named', async () => {
  const { get } = await nuget(zip(contents));
  const absent = { ...machine(), folder: path.join(folder, 'absent') };
  expect(await run(['--yes'], absent, get)).toMatchObject({
    code: 5,
    err: expect.stringMatching(/cannot be written to/),
  });
});

test('cards and libraries are read from what the programs print', () => {
  expect(parseCards(card)).toEqual({
    cards: [{ name: 'NVIDIA GeForce RTX 3060', memoryMB: 12288 }],
    driver: '550.54.14',
  });
  expect(parseCards('NVIDIA-SMI has failed')).toEqual({ cards: [], driver: null });
  expect(missingLibraries(found + lacks)).toEqual(['libcublas.so.12', 'libcudnn.so.9', 'libfancy.so.1']);
});
