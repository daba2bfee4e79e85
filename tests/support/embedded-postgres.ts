import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startPostgres } from '#backend/db/embedded/index';

import { createReset } from './reset-database';

export interface TestPostgres {
  url: string;
  createTemplate(migrate: (url: string) => Promise<unknown>): Promise<void>;
  /** Takes tens of milliseconds. */
  cloneDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const TEMPLATE = 'faceswap_template';

/** Without fsync; deleted when stopped. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const root = mkdtempSync(join(tmpdir(), 'faceswap-test-postgres-'));
  chmodSync(root, 0o711); // If private, PostgreSQL's files would go to /var/lib
  const server = await startPostgres({ root: join(root, 'postgres'), durable: false });
  return {
    ...openTestPostgres(server.url),
    async stop() {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function openTestPostgres(url: string): Omit<TestPostgres, 'stop'> {
  return {
    url,
    async createTemplate(migrate) {
      await execute(url, `create database ${TEMPLATE}`);
      await migrate(withDatabase(url, TEMPLATE));
      await withClient(withDatabase(url, TEMPLATE), createReset);
      await execute(url, `alter database ${TEMPLATE} is_template = true allow_connections = false`);
    },
    async cloneDatabase(name) {
      // Without fsync, copying files is faster than logging the copy.
      await execute(url, `create database ${pg.escapeIdentifier(name)} template ${TEMPLATE} strategy file_copy`);
      return withDatabase(url, name);
    },
  };
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

const execute = (url: string, statement: string) => withClient(url, (client) => client.query(statement));

export async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
