import { createHash, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get as httpGet, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tinyRecogniser } from '#tests/support/tiny-nets';
import { tinyArcface, tinyCrossface, tinyInswapper, writePack, writeTinyPacks } from '#tests/support/tiny-packs';
import { scratchFolder } from '#tests/support/scratch';
import { execute, type Command } from '#engine/cli/command';
import type { Download } from '#engine/neural/packs/download';
import { addFrom } from './add';
import { modelsCommand } from './models-command';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
  vi.stubEnv('STRIPE_SECRET_KEY', '');
});

async function run(args: string[], command: Command = modelsCommand) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text), interactive: false };
  const code = await execute(command, [...args, '--dir', folder], terminal, new AbortController().signal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const accepted = ['--accept-licence', 'InsightFace-non-commercial'];

function fileOf(net: Buffer, name = 'w600k.onnx'): string {
  const file = path.join(scratchFolder(), name);
  writeFileSync(file, net);
  return file;
}

test('a local file becomes a pack, is listed, verified and removed', async () => {
  const file = fileOf(tinyArcface().net);
  const args = ['add', file, '--type', 'arcface', '--id', 'arcface'];
  expect(await run(args)).toMatchObject({ code: 5, err: expect.stringMatching(/non-commercial.*--accept-licence/) });
  expect(readdirSync(folder)).toEqual([]);
  const added = await run([...args, ...accepted]);
  expect(added).toMatchObject({ code: 0, out: expect.stringContaining('Added arcface (arcface), SHA-256') });
  const listed = await run(['list', '--json']);
  const licence = { commercial: false, accepted: { at: expect.any(String) } };
  expect(JSON.parse(listed.out)).toMatchObject({ packs: [{ id: 'arcface', state: 'ready', licence }], qualities: [] });
  expect(await run(['verify', 'arcface'])).toMatchObject({ code: 0, out: 'arcface  ready' });
  expect(await run(['bench', 'arcface', '--json'])).toMatchObject({ code: 0, out: expect.stringContaining('"ms":') });
  expect(await run([...args, ...accepted])).toMatchObject({ code: 5, err: expect.stringContaining('already') });
  expect(await run(['remove', 'arcface'])).toMatchObject({ code: 0 });
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
});

test.each(['/proc', '/proc/none/models'])('a model is not added to %s, which keeps no files', async (place) => {
  folder = place;
  const args = ['add', fileOf(tinyArcface().net), '--type', 'arcface', '--id', 'arcface', ...accepted];
  const message = `The folder of --dir cannot be made or written (ENOENT): ${place}.`;
  expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('an export with other names is added with its names, and one with other shapes is not', async () => {
  const args = (net: Buffer, type: string) => ['add', fileOf(net), '--type', type, '--id', type, ...mit];
  const mit = ['--licence', 'MIT', '--accept-licence', 'MIT', '--json'];
  const added = await run(args(tinyRecogniser('data', 'fc1'), 'arcface'));
  expect(JSON.parse(added.out)).toMatchObject({ added: { input: { target: { name: 'data' } } } });
  const unfit = await run(args(tinyRecogniser(), 'crossface'));
  expect(JSON.parse(unfit.out).error.message).toMatch(/Expected: .*Found: inputs input \[1, 3/);
  expect(readdirSync(folder)).toEqual(['arcface']);
});

test('a net that is not for commercial use is refused where plans are sold, unless a grant is stated', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test');
  const args = ['add', fileOf(tinyArcface().net), '--type', 'arcface', '--id', 'arcface', ...accepted];
  expect(await run(args)).toMatchObject({ code: 5, err: expect.stringContaining('does not allow commercial use') });
  expect(await run([...args, '--grant', 'contract of 2026-09-01'])).toMatchObject({ code: 0 });
  const manifest = JSON.parse(readFileSync(path.join(folder, 'arcface/pack.json'), 'utf8'));
  expect(manifest.licence.accepted.grant).toBe('contract of 2026-09-01');
});

test('verify reports an altered file by its code, and accepts a licence afterwards', async () => {
  const unaccepted = { licence: { id: 'MIT', commercial: true } };
  writePack(folder, { ...tinyCrossface(), manifest: unaccepted });
  expect(await run(['verify'])).toMatchObject({ code: 5, out: expect.stringContaining('--accept-licence MIT') });
  expect(await run(['verify', 'crossface_ghost', '--accept-licence', 'GPL'])).toMatchObject({ code: 2 });
  expect(await run(['verify', 'crossface_ghost', '--accept-licence', 'MIT'])).toMatchObject({ code: 0 });
  writeFileSync(path.join(folder, 'crossface_ghost/crossface_ghost.onnx'), 'damaged');
  const { code, out } = await run(['verify', 'crossface_ghost', '--json']);
  expect(code).toBe(5);
  expect(out).toMatch(/"error":\{"code":"model_altered"/);
});

test('a licence is not accepted in a description that is no JSON, which is named', async () => {
  const pack = path.join(folder, 'broken');
  mkdirSync(pack);
  writeFileSync(path.join(pack, 'pack.json'), '{ "id": ');
  const said = { code: 5, err: expect.stringMatching(/pack\.json is not JSON/) };
  expect(await run(['verify', 'broken', '--accept-licence', 'MIT'])).toMatchObject(said);
});

test('qualities are written, changed and removed', async () => {
  writeTinyPacks(folder);
  const set = ['recipe', 'set', 'high', '--swapper', 'inswapper_128'];
  expect(await run([...set, '--name', 'High', '--price-factor', '2'])).toMatchObject({ code: 0 });
  expect(await run(['recipe', 'set', 'high', '--boost', '256'])).toMatchObject({ code: 0 });
  const { qualities } = JSON.parse((await run(['list', '--json'])).out);
  expect(qualities).toMatchObject([{ id: 'high', name: 'High', boost: 256, priceFactor: 2, state: 'ready' }]);
  expect((await run(['recipe', 'set', 'best', '--swapper', 'absent'])).out).toContain(
    'cannot run: The quality best needs',
  );
  expect(await run(['recipe', 'set', 'high', '--weight', '7'])).toMatchObject({ code: 2 });
  expect(await run(['recipe', 'remove', 'best'])).toMatchObject({ code: 0 });
  expect(await run(['recipe', 'remove', 'best'])).toMatchObject({ code: 5 });
});

test.each([
  [['toString'], /no command "toString"/],
  [['add'], /Name the file/],
  [['add', 'http://models.example/a.onnx'], /Only https/],
  [['add', 'https://models.example/a.onnx'], /needs --sha256/],
  [['add', 'https://models.example/a.onnx', '--sha256', 'abc'], /64 hexadecimal/],
  [['remove'], /Name the pack/],
  [['list', 'more'], /one argument too many/],
])('%j prints the help', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
});

/** A server that stands for https://models.example. */
async function serve(listener: RequestListener): Promise<Download['get']> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return (url, options, onResponse) =>
    httpGet({ ...options, agent: false, host: '127.0.0.1', port, path: url.pathname }, onResponse);
}

const net = tinyInswapper().net;
const address = 'https://models.example/inswapper_128.onnx';
const addUrl = (get: Download['get'], sha256 = hashOf(net), more: string[] = []) =>
  run(['add', address, '--sha256', sha256, '--type', 'inswapper', ...accepted, ...more], {
    help: '',
    run: (args, context) => addFrom(args.slice(1), context, get),
  });

/** A server of https://localhost, whose certificate the test trusts. */
async function serveSecurely(listener: RequestListener): Promise<{ url: string; get: Download['get'] }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  const cert = certificate.toString('pem');
  const server = createSecureServer({ key, cert }, listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get: Download['get'] = (url, options, onResponse) =>
    httpsGet(url, { ...options, agent: false, ca: cert, family: 4 }, onResponse);
  return { url: `https://localhost:${port}/inswapper_128.onnx`, get };
}

const addSecurely = (url: string, get?: Download['get'], more: string[] = []) =>
  run(['add', url, '--sha256', hashOf(net), '--type', 'inswapper', ...accepted, ...more], {
    help: '',
    run: (args, context) => addFrom(args.slice(1), context, get),
  });

test('19. adds a model over TLS: continued by Range after a lying length, then listed and removed', async () => {
  const ranges: (string | undefined)[] = [];
  const { url, get } = await serveSecurely(({ headers: { range } }, response) => {
    ranges.push(range);
    const start = Number(/\d+/.exec(range ?? '0')![0]);
    // The first answer states more than it sends.
    if (!range) response.writeHead(200, { 'content-length': net.length }).write(net.subarray(0, 400_000));
    if (!range) return void setImmediate(() => response.destroy());
    const end = net.length - 1;
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${net.length}` }).end(net.subarray(start));
  });
  expect(await addSecurely(url)).toMatchObject({ code: 5, err: expect.stringMatching(/self-signed certificate/) });
  expect(ranges).toEqual([]);
  expect(await addSecurely(url, get)).toMatchObject({ code: 5, err: expect.stringContaining('continues where') });
  expect(readdirSync(folder)).toEqual([`.${hashOf(net)}.part`]);
  expect(await addSecurely(url, get)).toMatchObject({ code: 0 });
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  expect(JSON.parse((await run(['list', '--json'])).out)).toMatchObject({ packs: [{ state: 'ready' }] });
  expect(await run(['verify', 'inswapper_128'])).toMatchObject({ code: 0 });
  expect(await run(['remove', 'inswapper_128'])).toMatchObject({ code: 0 });
});

test('19. a server that states less than it sends adds nothing', async () => {
  const { url, get } = await serveSecurely((_, response) => {
    response.socket!.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
    response.socket!.end(net);
  });
  const done = await addSecurely(url, get);
  expect(done).toMatchObject({ code: 5, err: expect.stringMatching(/SHA-256 checksum/) });
  expect(readdirSync(folder)).toEqual([]);
});

test('19. a download that breaks off is continued, and nothing else is ever visible', async () => {
  const ranges: (string | undefined)[] = [];
  const get = await serve((request: IncomingMessage, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const start = Number(/\d+/.exec(range ?? '0')![0]);
    const headers = {
      'content-length': net.length - start,
      'content-range': `bytes ${start}-${net.length - 1}/${net.length}`,
    };
    response.writeHead(range ? 206 : 200, headers);
    if (range) response.end(net.subarray(start));
    else response.write(net.subarray(0, 500_000), () => response.destroy());
  });
  expect(await addUrl(get)).toMatchObject({ code: 5, err: expect.stringContaining('continues where it stopped') });
  expect(readdirSync(folder)).toEqual([`.${hashOf(net)}.part`]);
  expect(await addUrl(get)).toMatchObject({ code: 0 });
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);
  expect(existsSync(path.join(folder, 'inswapper_128/inswapper_128.onnx'))).toBe(true);
  expect(readdirSync(folder)).toEqual(['inswapper_128']);
});

test.each<[string, RequestListener, RegExp]>([
  ['has another checksum', (_, response) => response.end('something else'), /SHA-256 checksum .* was expected/],
  ['is too large', (_, response) => response.writeHead(200, { 'content-length': 3e6 }).end(), /more than 2 MB/],
  ['grows beyond the limit', (_, response) => response.end(Buffer.alloc(2_100_000)), /more than 2 MB/],
  ['is absent', (_, response) => response.writeHead(404).end(), /status 404/],
  [
    'is redirected to http',
    (_, response) => response.writeHead(302, { location: 'http://a.example/' }).end(),
    /not an https/,
  ],
])('a download that %s is refused', async (_title, listener, message) => {
  const done = await addUrl(await serve(listener), 'a'.repeat(64), ['--max-mb', '2']);
  expect(done).toMatchObject({ code: 5, err: expect.stringMatching(message) });
  expect(readdirSync(folder).filter((name) => !name.endsWith('.part'))).toEqual([]);
});
