import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startPostgres } from '#backend/db/embedded/index';

export interface TestPostgres {
  /** Connects to the empty database `faceswap`. */
  url: string;
  /** Makes the migrated database that every test database is a copy of. */
  createTemplate(migrate: (url: string) => Promise<unknown>): Promise<void>;
  /** Makes a database of its own for one test file, within tens of milliseconds. */
  cloneDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const TEMPLATE = 'faceswap_template';

/** A real server that forgets: it never waits for the disk, and its files go when it stops. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const root = mkdtempSync(join(tmpdir(), 'faceswap-test-postgres-'));
  chmodSync(root, 0o711); // closed, it would send the server's files to a place that outlives the tests
  const server = await startPostgres({ root: join(root, 'postgres'), durable: false });
  return {
    ...openTestPostgres(server.url),
    async stop() {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The same server as seen from another process, by its URL. */
export function openTestPostgres(url: string): Omit<TestPostgres, 'stop'> {
  return {
    url,
    async createTemplate(migrate) {
      await execute(url, `create database ${TEMPLATE}`);
      await migrate(withDatabase(url, TEMPLATE));
      await execute(url, `alter database ${TEMPLATE} is_template = true allow_connections = false`);
    },
    async cloneDatabase(name) {
      await execute(url, `create database ${pg.escapeIdentifier(name)} template ${TEMPLATE}`);
      return withDatabase(url, name);
    },
  };
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
