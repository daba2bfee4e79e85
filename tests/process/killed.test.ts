import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallName } from '#contract';
import { addFace, detect, waitForSwap, waitUntilProbed, upload } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { descendantsOf } from '#tests/support/processes';
import { memberAt, type SiteMember } from '#tests/support/site';
import { confirmedAccount, type Credentials } from '#tests/support/site-account';
import {
  dataDirectoryWithDatabase,
  postmasterPid,
  removeDataDirectory,
  type RunningStack,
  startStack,
} from '#tests/support/stack';

/** The test kills the worker before its swap is done. */
const largePhoto = () => sharp(portraitBytes('amara')).resize(1600, 2000).jpeg({ quality: 90 }).toBuffer();

/** The second test goes on with the site of the first. */
const dataDirectory = dataDirectoryWithDatabase();
let stack: RunningStack;

beforeAll(async () => {
  stack = await startStack({ dataDirectory });
});

afterAll(async () => {
  await stack?.stop();
  removeDataDirectory(dataDirectory);
});

async function signIn(credentials: Credentials): Promise<SiteMember> {
  const { token } = await memberAt(stack.url, '').call('email_login', credentials);
  return memberAt(stack.url, token);
}

async function prepared(ada: SiteMember, photo: Uint8Array) {
  const material_id = await upload(ada, ada, photo);
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  return { material_id, bind_face: { p1: face_id }, consent: 'true' };
}

interface LogLine {
  msg: string;
  pid: number;
  time: number;
  taskId?: string;
}

/** By the workers' logs. */
function startsOf(taskId: string): LogLine[] {
  const folder = path.join(dataDirectory, 'logs');
  return readdirSync(folder)
    .filter((name) => name.startsWith('worker'))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.msg === 'job_started' && line.taskId === taskId)
    .sort((a, b) => a.time - b.time);
}

/** Oldest first. */
async function ledger(ada: SiteMember) {
  const { items } = await ada.call('my_credit_lists', { per_page: 100 });
  return items.reverse();
}

test('a job of a killed worker is finished by another, charged once', async () => {
  const ada = await signIn(await confirmedAccount(stack.url));
  const order = await ada.call('faceswap_create', await prepared(ada, await largePhoto()));

  const starts = () => startsOf(order.task_id);
  await vi.waitFor(() => expect(starts()).toHaveLength(1), { ...patience, interval: 5 });
  const [first] = starts();
  process.kill(first!.pid, 'SIGKILL');
  const { status, order: made } = await waitForSwap(ada, order.order_id);
  expect(status).toBe('succeeded');

  const [, second] = starts();
  expect(second, 'the job was finished before it could be killed').toBeDefined();
  expect(second!.pid).not.toBe(first!.pid);
  expect((await ada.fetch(made.result_url!)).status).toBe(200);
  expect((await ledger(ada)).map(({ kind, delta }) => [kind, delta])).toEqual([
    ['grant', 10],
    ['hold', -1],
  ]);
});

test('nothing acknowledged is lost when all processes are killed', async () => {
  const account = await confirmedAccount(stack.url);
  const ada = await signIn(account);
  const swap = await prepared(ada, portraitBytes('amara'));
  const orders = [];
  for (let n = 0; n < 2; n++) orders.push(await ada.call('faceswap_create', swap, `order-number-${n}`));
  const photo = portraitBytes('elsa');
  const lateUpload = await upload(ada, ada, photo, 'late.jpg');

  const postmaster = postmasterPid(dataDirectory);
  const all = [
    stack.launcher.pid!,
    postmaster,
    ...[stack.launcher.pid!, postmaster].flatMap((pid) => descendantsOf(pid).map((child) => child.pid)),
  ];
  for (const pid of new Set(all)) killIfThere(pid);

  stack = await startStack({ dataDirectory });
  const again = await signIn(account);
  const list = await again.call('my_creates' satisfies CallName, {});
  expect(list.items.map((item) => item.order_id).sort()).toEqual(orders.map((order) => order.order_id).sort());
  for (const { order_id } of orders) {
    const { status, order } = await waitForSwap(again, order_id);
    expect(status).toBe('succeeded');
    expect((await again.fetch(order.result_url!)).status).toBe(200);
  }
  const { material } = await waitUntilProbed(again, lateUpload);
  const kept = await again.fetch(material.playable_url!);
  expect(Buffer.from(await kept.arrayBuffer()).equals(photo)).toBe(true);

  const repeated = await again.call('faceswap_create', swap, 'order-number-0');
  expect(repeated.order_id).toBe(orders[0]!.order_id);
  expect(await again.call('my_userinfo', {})).toMatchObject({ credit_num: 8, counter_orders: 2 });
  expect((await ledger(again)).reduce((sum, entry) => sum + entry.delta, 0)).toBe(8);
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
