import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallName } from '#contract';
import { addFace, detect, waitForSwap, waitUntilProbed, upload } from '#tests/support/journey';
import { patience } from '#tests/support/patience';
import { portraitBytes } from '#tests/support/portraits';
import { descendantsOf } from '#tests/support/processes';
import { signInAtSite, type SiteMember } from '#tests/support/site';
import { dataDirectoryWithDatabase, postmasterPid, removeDataDirectory, startStack } from '#tests/support/stack';

/** Swapping it takes seconds: the test kills the worker before the swap is done. */
const largePhoto = () => sharp(portraitBytes('amara')).resize(2400, 3000).jpeg({ quality: 90 }).toBuffer();

async function site() {
  const dataDirectory = dataDirectoryWithDatabase();
  onTestFinished(() => removeDataDirectory(dataDirectory));
  const start = async () => {
    const stack = await startStack({ dataDirectory });
    onTestFinished(async () => void (await stack.stop()));
    return stack;
  };
  return { dataDirectory, start };
}

async function prepared(ada: SiteMember, photo: Uint8Array) {
  const material_id = await upload(ada, ada, photo);
  await detect(ada, material_id);
  const { face_id } = await addFace(ada, portraitBytes('diego'));
  return { material_id, bind_face: { p1: face_id }, consent: 'true' } as never;
}

interface LogLine {
  msg: string;
  pid: number;
  time: number;
  taskId?: string;
}

/** By the workers' logs. */
function startsOf(dataDirectory: string, taskId: string): LogLine[] {
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
  const { dataDirectory, start } = await site();
  const stack = await start();
  const ada = await signInAtSite(stack.url);
  const order = await ada.call('faceswap_create', await prepared(ada, await largePhoto()));

  const starts = () => startsOf(dataDirectory, order.task_id);
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
    ['grant', 100],
    ['hold', -1],
  ]);
});

test('nothing acknowledged is lost when all processes are killed', async () => {
  const { dataDirectory, start } = await site();
  const before = await start();
  const ada = await signInAtSite(before.url);
  const swap = await prepared(ada, portraitBytes('amara'));
  const orders = [];
  for (let n = 0; n < 4; n++) orders.push(await ada.call('faceswap_create', swap, `order-number-${n}`));
  const photo = portraitBytes('elsa');
  const lateUpload = await upload(ada, ada, photo, 'late.jpg');

  const postmaster = postmasterPid(dataDirectory);
  const all = [
    before.launcher.pid!,
    postmaster,
    ...[before.launcher.pid!, postmaster].flatMap((pid) => descendantsOf(pid).map((child) => child.pid)),
  ];
  for (const pid of new Set(all)) killIfThere(pid);

  const after = await start();
  const again = await signInAtSite(after.url);
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
  expect(await again.call('my_userinfo', {})).toMatchObject({ credit_num: 96, counter_orders: 4 });
  expect((await ledger(again)).reduce((sum, entry) => sum + entry.delta, 0)).toBe(96);
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
