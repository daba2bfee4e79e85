import { Logger, run } from 'graphile-worker';
import { uuidv7 } from 'uuidv7';
import { expect, onTestFinished, test } from 'vitest';
import { jobPriority } from '#backend/domain/task/priority';
import { laneOf, type JobName } from '#backend/queue/port';
import { queuePreset } from '#backend/queue/preset';
import { member, openBackend, type Member, type TestBackend } from '#tests/support/backend';
import { patience } from '#tests/support/patience';
import { seededRandom } from '#tests/support/seeded-random';

type TaskJob = 'probe_material' | 'swap_photo' | 'detect_persons_long' | 'swap_video';

/** As an order: the more an account has open, the later its next job. */
async function order({ db, deps }: TestBackend, { accountId }: Member, name: TaskJob): Promise<string> {
  const id = uuidv7();
  await db.transaction().execute(async (trx) => {
    const priority = await jobPriority(trx, accountId);
    await trx.insertInto('task').values({ id, account_id: accountId, kind: 'probe' }).execute();
    await deps.jobs.add(trx, name, { task_id: id }, { priority });
  });
  return id;
}

const finish = ({ db }: TestBackend, id: string) =>
  db.updateTable('task').set({ status: 'succeeded', finished_at: new Date() }).where('id', '=', id).execute();

const jobs: TaskJob[] = ['probe_material', 'swap_photo', 'detect_persons_long', 'swap_video'];

async function startLane(
  backend: TestBackend,
  lane: 'interactive' | 'batch',
  work: (name: TaskJob, id: string) => Promise<void>,
): Promise<void> {
  const taken = jobs.filter((name) => lane === 'batch' || laneOf(name satisfies JobName) === 'interactive');
  const runner = await run({
    ...{ pgPool: backend.pool, concurrency: 1, noHandleSignals: true, pollInterval: 20, preset: queuePreset },
    logger: new Logger(() => () => {}),
    taskList: Object.fromEntries(
      taken.map((name) => [name, (payload: unknown) => work(name, (payload as { task_id: string }).task_id)]),
    ),
  });
  onTestFinished(() => runner.stop());
}

test.each([1, 2, 3])(
  'one worker, random arrivals %i: an account waits for one job of each other account at most',
  async (seed) => {
    const backend = await openBackend();
    const random = seededRandom(seed);
    const accounts = await Promise.all(Array.from({ length: 5 }, () => member(backend)));
    const [heavy, ...light] = accounts as [Member, ...Member[]];
    const started: string[] = [];
    let end: (() => void) | undefined;
    let isOver = false;
    const arrived = new Map<string, { startedBefore: number; isLight: boolean }>();
    const open = new Set<Member>();
    const ownerOf = new Map<string, Member>();
    const add = async (who: Member) => {
      const id = await order(backend, who, 'swap_video');
      arrived.set(id, { startedBefore: started.length, isLight: who !== heavy });
      ownerOf.set(id, who);
      open.add(who);
    };
    for (let n = 0; n < 12; n++) await add(heavy);
    await startLane(backend, 'batch', async (_, id) => {
      started.push(id);
      if (!isOver) await new Promise<void>((resolve) => (end = resolve));
      await finish(backend, id);
      if (ownerOf.get(id) !== heavy) open.delete(ownerOf.get(id)!);
    });
    // Runs before the worker's stop, which waits for its job.
    onTestFinished(() => {
      isOver = true;
      end?.();
    });
    for (let turn = 0; turn < 30; turn++) {
      await expect.poll(() => started.length, patience).toBe(turn + 1);
      const who = light[Math.floor(random() * light.length)]!;
      if (random() < 0.7 && !open.has(who)) await add(who);
      if (random() < 0.5 || arrived.size === started.length) await add(heavy);
      end!();
    }
    const waits = started.map((id, index) => ({ ...arrived.get(id)!, waited: index - arrived.get(id)!.startedBefore }));
    const lightWaits = waits.filter(({ isLight }) => isLight).map(({ waited }) => waited);
    expect(lightWaits.length).toBeGreaterThan(3);
    expect(Math.max(...lightWaits)).toBeLessThan(accounts.length);
    expect(waits.filter(({ isLight }) => !isLight).length, 'the busy account goes on too').toBeGreaterThan(3);
  },
);

test('while long jobs of many accounts occupy every batch worker and wait, all quick jobs run', async () => {
  const backend = await openBackend();
  const accounts = await Promise.all(Array.from({ length: 6 }, () => member(backend)));
  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const done: string[] = [];
  const long: string[] = [];
  const work = async (name: TaskJob, id: string) => {
    if (laneOf(name) === 'batch') {
      long.push(id);
      await blocked;
    } else {
      await finish(backend, id);
      done.push(id);
    }
  };
  for (const who of accounts) {
    for (const name of ['swap_video', 'detect_persons_long', 'swap_video'] as const) await order(backend, who, name);
  }
  await startLane(backend, 'batch', work);
  await startLane(backend, 'batch', work);
  onTestFinished(() => release()); // before the workers' stop
  await expect.poll(() => long.length, patience).toBe(2);
  await startLane(backend, 'interactive', work);
  const quick: string[] = [];
  for (let n = 0; n < 18; n++) {
    quick.push(await order(backend, accounts[n % accounts.length]!, n % 2 ? 'swap_photo' : 'probe_material'));
  }
  await expect.poll(() => [...done].sort(), patience).toEqual([...quick].sort());
  expect(long, 'no long job ended meanwhile').toHaveLength(2);
});
