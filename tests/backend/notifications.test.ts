import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect';
import { notify, openNotifications } from '#backend/db/notifications';
import { testDatabase } from '#tests/support/database';
import { patience } from '#tests/support/patience';

async function setUp() {
  const url = await testDatabase();
  const { db, pool, close } = connect(url, { max: 2 });
  const notifications = openNotifications(url);
  onTestFinished(async () => {
    await notifications.close();
    await close();
  });
  const listeners = async (): Promise<number[]> => {
    const { rows } = await pool.query(
      `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    );
    return rows.map(({ pid }) => pid);
  };
  return { db, pool, notifications, listeners };
}

test('fifty waiters share one connection, and each is notified of its own topic', async () => {
  const { db, notifications, listeners } = await setUp();
  const answers = new Map<string, string>();
  const topics = Array.from({ length: 50 }, (_, index) => `topic ${index}`);
  const waiting = topics.map((topic) => notifications.waitFor(topic, async () => answers.get(topic), 60_000));
  await expect.poll(listeners, patience).toHaveLength(1);
  for (const topic of topics) {
    answers.set(topic, `answer to ${topic}`);
    await notify(db, topic);
  }
  expect(await Promise.all(waiting)).toEqual(topics.map((topic) => `answer to ${topic}`));
});

test('a notification that arrives while the row is read is not lost', async () => {
  const { db, notifications, listeners } = await setUp();
  let asked = 0;
  const started = performance.now();
  const waiting = notifications.waitFor(
    'topic',
    async () => {
      asked += 1;
      if (asked === 1) return undefined;
      if (asked < 5) await notify(db, 'topic');
      return asked < 5 ? undefined : 'answer';
    },
    60_000,
  );
  await expect.poll(listeners, patience).toHaveLength(1);
  await notify(db, 'topic');
  expect(await waiting).toBe('answer');
  // Polling alone takes 8 s.
  expect(performance.now() - started).toBeLessThan(6_000);
});

test('waits survive a lost connection: it is reopened and the row read again', async () => {
  const { db, pool, notifications, listeners } = await setUp();
  let answer: string | undefined;
  const waiting = notifications.waitFor('topic', async () => answer, 60_000);
  await expect.poll(listeners, patience).toHaveLength(1);
  const [lost] = await listeners();
  await pool.query('select pg_terminate_backend($1)', [lost]);
  answer = 'answered while nobody listened';
  expect(await waiting).toBe(answer);

  const again = notifications.waitFor('another', async () => answer, 60_000);
  expect(await again).toBe(answer);
  answer = undefined;
  const third = notifications.waitFor('third', async () => answer, 60_000);
  await expect.poll(async () => (await listeners()).filter((pid) => pid !== lost), patience).toHaveLength(1);
  answer = 'by notification';
  await notify(db, 'third');
  expect(await third).toBe(answer);
});

test('an unavailable database keeps the wait; any other error ends it', async () => {
  const { notifications } = await setUp();
  let asked = 0;
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const answer = await notifications.waitFor(
    'topic',
    async () => {
      asked += 1;
      if (asked === 1) throw away;
      return 'back';
    },
    60_000,
  );
  expect(answer).toBe('back');
  const broken = notifications.waitFor('topic', () => Promise.reject(new Error('broken')), 60_000);
  await expect(broken).rejects.toThrow('broken');
});

test('a wait ends with its timeout, and with the process', async () => {
  const { notifications } = await setUp();
  expect(await notifications.waitFor('topic', async () => undefined, 50)).toBeUndefined();
  const waiting = notifications.waitFor('topic', async () => undefined, 60_000);
  await notifications.close();
  expect(await waiting).toBeUndefined();
});
