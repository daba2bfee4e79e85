import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';

import { demo } from '#backend/domain/account/ensure-demo';
import { clipPath } from '#tests/support/clips';
import { signInAtSite } from '#tests/support/site';
import { freshDataDirectory, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';

import buildIfNeeded from '../support/build.setup';
import { draw, ratio } from './table';

const megabyte = 1e6;
const size = 300 * megabyte;
const cuts = 5;
/** What each of the two may hold while a file passes, be it ever so large. Here they are one process. */
const allowed = 200 * megabyte;

/** A large file on its way through the one process of pages and API: how much memory it takes, and whether it arrives. */
export async function benchUploads(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  try {
    const stack = await startStack({ dataDirectory });
    try {
      const file = largeVideo();
      const idle = memoryOf(stack);
      const rows = [['before', '', mb(idle), ratio(idle, allowed), '']];
      for (const [name, send] of Object.entries({
        'in pieces, cut five times': sendCut,
        'by a plain form': sendForm,
      })) {
        rows.push([name, ...(await watched(stack, () => send(stack, file), digestOf(file)))]);
      }
      console.log(
        draw({
          title: 'A video of 300 MB: memory of the process that serves pages and API',
          columns: ['', 'time', 'highest', 'of 200 MB', 'byte for byte'],
          rows,
        }),
      );
    } finally {
      await stack.stop();
    }
  } finally {
    removeDataDirectory(dataDirectory);
  }
}

/** A clip of ours with a box behind it that players skip. */
function largeVideo(): Buffer {
  const clip = readFileSync(clipPath('talk'));
  const box = randomBytes(size - clip.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([clip, box]);
}

async function watched(stack: RunningStack, send: () => Promise<unknown>, digest: string): Promise<string[]> {
  let highest = 0;
  const look = setInterval(() => (highest = Math.max(highest, memoryOf(stack))), 50);
  const begun = performance.now();
  await send();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(look);
  const isSame = (await newestDigest(stack)) === digest;
  return [`${seconds.toFixed(1)} s`, mb(highest), ratio(highest, allowed), isSame ? 'yes' : 'NO'];
}

/** By the resumable protocol, as the page does it; the connection breaks again and again. */
async function sendCut({ url }: RunningStack, file: Buffer): Promise<void> {
  const who = await signInAtSite(url);
  const { upload: to } = await who.call('upload_sign_url', {
    format: 'mp4',
    resumable: true,
    name: 'pieces.mp4',
    size,
  });
  const endpoint = new URL(to.url, url).href;
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

/** As a browser without JavaScript does it: through the page's own form. */
async function sendForm({ url }: RunningStack, file: Buffer): Promise<void> {
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
  if (reply.status !== 302) throw new Error(`The form was answered ${reply.status}.`);
}

/** Resident memory of the process that serves pages and API, bytes; from /proc, so on Linux alone. */
function memoryOf(stack: Pick<RunningStack, 'process'>): number {
  const status = readFileSync(`/proc/${stack.process('server').pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

/** Of the file that came last. */
async function newestDigest({ dataDirectory }: Pick<RunningStack, 'dataDirectory'>): Promise<string> {
  const folder = join(dataDirectory, 'media/materials');
  const newest = readdirSync(folder).sort().at(-1)!;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, newest, 'original.mp4'))) hash.update(chunk);
  return hash.digest('hex');
}

const digestOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const mb = (bytes: number) => `${Math.round(bytes / megabyte)} MB`;
