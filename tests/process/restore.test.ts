import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { calls, type Call, type CallName, type Input, type Output } from '#contract';
import { addFace, detect, upload, waitForSwap } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';
import { dataDirectoryWithDatabase, freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';

function temporary(directory: string): string {
  onTestFinished(() => removeDataDirectory(directory));
  return directory;
}

async function start(directory: string) {
  const stack = await startStack({ dataDirectory: directory });
  onTestFinished(async () => void (await stack.stop()));
  return stack;
}

async function run(args: string[], directory: string): Promise<string> {
  const child = spawn(process.execPath, ['build/backup.js', ...args], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect(code, output).toBe(0);
  return output;
}

async function logIn(url: string, credentials: Credentials) {
  const session: { token?: string } = {};
  const call = async <N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const { method, path, body } = calls[name] as Call;
    const isForm = body === 'multipart';
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const form = new FormData();
    if (isForm) for (const [key, value] of Object.entries(input)) form.set(key, value as string | Blob);
    const response = await fetch(`${url}/api${path}${query}`, {
      method,
      headers: {
        ...(session.token ? { authorization: `Bearer ${session.token}` } : {}),
        ...(isForm || method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: isForm ? form : JSON.stringify(input) }),
    });
    const { code, data, message } = await response.json();
    expect(code, `${name}: ${message}`).toBe(200);
    return data;
  };
  Object.assign(session, await call('email_login', credentials));
  return { call, fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) };
}

test('a backup of a running site, restored into an empty folder, is the same site', async () => {
  const original = temporary(dataDirectoryWithDatabase());
  const running = await start(original);
  const credentials = await confirmedAccount(running.url);
  const site = await logIn(running.url, credentials);
  const material_id = await upload(site, site, portraitBytes('amara'));
  const { face_id } = await addFace(site, portraitBytes('diego'));
  await detect(site, material_id);
  const swap = { material_id, bind_face: { p1: face_id }, consent: 'true' };
  const { order_id } = await site.call('faceswap_create', swap);
  const { order } = await waitForSwap(site, order_id);
  const result = Buffer.from(await (await site.fetch(order.result_url!)).arrayBuffer());
  const { order_id: unfinished } = await site.call('faceswap_create', swap);

  const place = scratchFolder();
  expect(await run(['backup', place], original)).toMatch(/rows, \d+ files/);
  await waitForSwap(site, unfinished);
  const { credit_num } = await site.call('my_userinfo', {});
  expect((await running.stop()).code).toBe(0);

  const empty = temporary(freshDataDirectory());
  expect(await run(['restore', place], empty)).toContain('Restored the state of');
  const second = await start(empty);
  const again = await logIn(second.url, credentials);
  const { status, order: found } = await waitForSwap(again, order_id);
  expect(status).toBe('succeeded');
  expect(Buffer.from(await (await again.fetch(found.result_url!)).arrayBuffer())).toEqual(result);
  expect((await waitForSwap(again, unfinished)).status).toBe('succeeded');
  expect((await again.call('my_userinfo', {})).credit_num).toBe(credit_num);
});
