import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';

import { demo } from '#backend/domain/account/ensure-demo';
import { startApiProcess } from '#tests/support/api-server';
import { clipPath } from '#tests/support/clips';
import { signInAtSite } from '#tests/support/site';
import { freshDataDirectory, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';
import { startWebProcess } from '#tests/support/web-server';

import buildIfNeeded from '#tests/support/build.setup';
import { formatTable, ratio } from './table';

const megabyte = 1e6;
const size = 300 * megabyte;
const cuts = 5;
const allowed = 200 * megabyte;

interface UploadTarget {
  pagesUrl: string;
  apiUrl: string;
  apiPath: string;
  watched: Record<string, number>;
}

export async function benchUploads(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  try {
    const stack = await startStack({ dataDirectory });
    try {
      const file = largeVideo();
      const together = { 'web and API': stack.process('server').pid };
      const one = { pagesUrl: stack.url, apiUrl: stack.url, apiPath: '/api', watched: together };
      const rows = await rowsOf('in one process', one, dataDirectory, file);
      const apart = await startApart(stack);
      try {
        rows.push(...(await rowsOf('apart', apart.target, dataDirectory, file)));
      } finally {
        await apart.stop();
      }
      const columns = ['', '', 'time', 'highest of each', 'of 200 MB', 'byte for byte'];
      console.log(formatTable({ title: 'A video of 300 MB on its way in: memory of web and API', columns, rows }));
    } finally {
      await stack.stop();
    }
  } finally {
    removeDataDirectory(dataDirectory);
  }
}

async function rowsOf(how: string, target: UploadTarget, dataDirectory: string, file: Buffer): Promise<string[][]> {
  const sends = { 'in pieces, cut five times': sendResumable, 'by a plain form': sendForm };
  const rows = [[how, 'before', '', ...figures(memoryOf(target)), '']];
  for (const [name, send] of Object.entries(sends)) {
    rows.push([how, name, ...(await measureUpload(target, dataDirectory, () => send(target, file), digestOf(file)))]);
  }
  return rows;
}

async function startApart(stack: RunningStack) {
  const api = await startApiProcess(stack);
  const web = await startWebProcess({ API_URL: api.url, API_PUBLIC_URL: api.url });
  const target: UploadTarget = {
    pagesUrl: web.url,
    apiUrl: api.url,
    apiPath: '',
    watched: { web: web.pid, API: api.pid },
  };
  return { target, stop: () => Promise.all([web.stop(), api.stop()]) };
}

/** Players skip the trailing `free` box. */
function largeVideo(): Buffer {
  const clip = readFileSync(clipPath('talk'));
  const box = randomBytes(size - clip.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([clip, box]);
}

async function measureUpload(
  target: UploadTarget,
  dataDirectory: string,
  send: () => Promise<unknown>,
  digest: string,
): Promise<string[]> {
  let highest = memoryOf(target);
  const look = setInterval(() => {
    highest = memoryOf(target).map((bytes, index) => Math.max(bytes, highest[index]!));
  }, 50);
  const begun = performance.now();
  await send();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(look);
  const isSame = (await newestDigest(dataDirectory)) === digest;
  return [`${seconds.toFixed(1)} s`, ...figures(highest), isSame ? 'yes' : 'NO'];
}

const figures = (bytes: number[]) => [bytes.map(mb).join(', '), bytes.map((each) => ratio(each, allowed)).join(', ')];

/** Disconnects repeatedly. */
async function sendResumable({ apiUrl, apiPath }: UploadTarget, file: Buffer): Promise<void> {
  const who = await signInAtSite(apiUrl, apiPath);
  const { upload: to } = await who.call('upload_sign_url', {
    format: 'mp4',
    resumable: true,
    name: 'pieces.mp4',
    size,
  });
  const endpoint = new URL(to.url, apiUrl).href;
  for (let cut = 1; cut <= cuts + 1; cut++) {
    const until = cut > cuts ? Infinity : (cut * size) / (cuts + 1);
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint,
        uploadUrl: cut === 1 ? null : endpoint,
        uploadSize: size,
        retryDelays: [0, 200, 500],
        onProgress: (sent) => sent > until && void upload.abort().then(resolve),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
  }
}

/** As without JavaScript. */
async function sendForm({ pagesUrl: url }: UploadTarget, file: Buffer): Promise<void> {
  const headers = { origin: url };
  const credentials = new URLSearchParams({ email: demo.email, password: demo.password });
  const login = await fetch(`${url}/login`, { method: 'POST', body: credentials, headers, redirect: 'manual' });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const form = new FormData();
  form.set('intent', 'upload');
  form.set('photo', new Blob([file as BlobPart]), 'form.mp4');
  const reply = await fetch(`${url}/face-swap`, {
    method: 'POST',
    body: form,
    headers: { ...headers, cookie },
    redirect: 'manual',
  });
  if (reply.status !== 302) throw new Error(`Upload by form: expected status 302, got ${reply.status}.`);
}

/** Bytes, from /proc: Linux only. */
function memoryOf({ watched: processes }: UploadTarget): number[] {
  return Object.values(processes).map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  });
}

async function newestDigest(dataDirectory: string): Promise<string> {
  const folder = join(dataDirectory, 'media/materials');
  const newest = readdirSync(folder).sort().at(-1)!;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, newest, 'original.mp4'))) hash.update(chunk);
  return hash.digest('hex');
}

const digestOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const mb = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
