import { pino } from 'pino';
import { calls, type Call, type CallName } from '#contract';
import { openDeps } from '#backend/compose/deps';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { migrate } from '#backend/db/migrate';
import { issueToken } from '#backend/domain/account/tokens';
import { sweep } from '#backend/domain/retention/sweep';
import { makeApi } from '#backend/http/app';
import { failLostTasks } from '#backend/jobs/fail-lost-tasks';
import { startTestPostgres, withClient } from '#tests/support/embedded-postgres';
import { accountNumber, heavyAccount, insertOrders } from '#tests/support/many-orders';
import { formatTable } from './table';

const accounts = 500_000;
const runs = 60;
const site = 'http://localhost:3000';
const page = { page: '1', per_page: '20' };

/** Latency of lists and polls in a large database, through the API's handlers, without a network. */
/** `heavy`: orders of one account. */
export async function benchDatabase(orders = 5_000_000, heavy = 2_000): Promise<void> {
  const server = await startTestPostgres();
  try {
    await migrate(server.url);
    const began = performance.now();
    await withClient(server.url, (client) => insertOrders(client, { orders, accounts, heavy }));
    console.log(
      `${orders.toLocaleString('en')} orders inserted in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    await measure(server.url, { orders, heavy });
    await printSizes(server.url, orders);
  } finally {
    await server.stop();
  }
}

async function measure(url: string, { orders, heavy }: { orders: number; heavy: number }): Promise<void> {
  const secret = 'a secret of this bench alone, long enough';
  const config = readConfiguration(apiSchema, { DATABASE_URL: url, MEDIA_SECRET: secret, DATA_DIR: '/tmp' });
  const { deps, close } = await openDeps(config, { log: pino({ level: 'silent' }), pool: { max: 4 } });
  const api = makeApi(deps, { mediaSecret: secret, publicUrl: `${site}/api`, siteUrl: site, siteOrigin: site });
  const users = await Promise.all(
    [heavyAccount, ...Array.from({ length: runs }, (_, index) => accountNumber(7 + index * 8_000))].map(async (id) => ({
      token: (await issueToken(deps, id)).token,
      order_id: await anOrder(id),
    })),
  );
  async function anOrder(id: string): Promise<string> {
    const row = deps.db.selectFrom('creation').select('id').where('account_id', '=', id).limit(1);
    return (await row.executeTakeFirstOrThrow()).id;
  }
  const call = async (name: CallName, input: object, { token }: { token: string }) => {
    const { path, method } = calls[name] as Call;
    const authorization = `Bearer ${token}`;
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const request = new Request(site + path + query, {
      method,
      headers: { authorization, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    const response = await api.fetch(request);
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    await response.text();
  };
  const [first, ...others] = users;
  const rows: string[][] = [];
  const add = async (title: string, work: (user: (typeof users)[number]) => Promise<unknown>) => {
    const cells = [];
    for (const them of [others, others.map(() => first!)]) {
      const times = [];
      for (const user of them) {
        const begun = performance.now();
        await work(user);
        times.push(performance.now() - begun);
      }
      times.sort((a, b) => a - b);
      cells.push(times[Math.floor(runs / 2)]!.toFixed(1), times[Math.floor(runs * 0.95)]!.toFixed(1));
    }
    rows.push([title, ...cells]);
  };
  await add('warm-up', (user) => call('my_userinfo', {}, user));
  rows.pop();
  await add('poll of an order', (user) => call('faceswap_result', { order_id: user.order_id }, user));
  await add('signed-in user with counters', (user) => call('my_userinfo', {}, user));
  await add('My Creations, newest', (user) => call('my_creates', page, user));
  await add('My Creations, by name', (user) => call('my_creates', { ...page, sort: 'name' }, user));
  await add('My Creations, failed', (user) => call('my_creates', { ...page, state: 'ended' }, user));
  await add('uploads, newest', (user) => call('my_uploads', page, user));
  await add('uploads, by size', (user) => call('my_uploads', { ...page, sort: 'size' }, user));
  await add('faces', (user) => call('my_faces', page, user));
  await add('credits', (user) => call('my_credit_lists', page, user));
  await add('lost tasks (workers, each second)', () => failLostTasks(deps));
  console.log(
    formatTable({
      title: `Milliseconds with ${orders.toLocaleString('en')} orders of ${accounts.toLocaleString('en')} accounts`,
      columns: ['call', 'median', '95 %', `median, ${heavy.toLocaleString('en')} orders`, '95 %'],
      rows,
    }),
  );
  const begun = performance.now();
  await sweep(deps);
  console.log(`one sweep: ${(performance.now() - begun).toFixed(0)} ms`);
  await close();
}

async function printSizes(url: string, orders: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; table: string; indexes: string }>(`
      select relname as name, pg_table_size(oid) as table, pg_indexes_size(oid) as indexes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 8`);
    const bytes = (value: string) => String(Math.round(Number(value) / orders));
    console.log(
      formatTable({
        title: 'Bytes of each order',
        columns: ['table', 'rows', 'indexes'],
        rows: rows.map(({ name, table, indexes }) => [name, bytes(table), bytes(indexes)]),
      }),
    );
  });
}
