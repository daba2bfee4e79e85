import { join } from 'node:path';

import { type Postgres, startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import { migrate } from '#backend/db/migrate';

import { type Launch } from './configuration';
import { LaunchFailure } from './failure';
import { waitUntilReady } from './health';
import { startLogRotation } from './log-rotation';
import { type Programs, processSpecs } from './process-specs';
import { supervise, type SupervisedProcess } from './supervise';
import { printStep, printEvent } from './terminal';

export interface Stack {
  /** Resolves with the workers' description; a failure stops what was started. */
  start(): Promise<string | undefined>;
  /** Also stops a start in progress. Idempotent. */
  stop(): Promise<void>;
}

/** 10 s in total with PostgreSQL's 2 s. */
const stopTimeoutMs = 7_000;

export function createStack(launch: Launch, programs: Programs): Stack {
  const roles: SupervisedProcess[] = [];
  let database: Promise<Postgres> | undefined;
  let stopping: Promise<void> | undefined;
  let stopLogRotation: (() => void) | undefined;

  async function databaseUrl(): Promise<string> {
    if (launch.databaseUrl) return launch.databaseUrl;
    database = startPostgres({
      root: join(launch.dataDirectory, 'postgres'),
      walArchive: launch.walArchive,
      log: printEvent,
    });
    const { url } = await printStep('database', () => database!, 'started');
    return url;
  }

  async function startInOrder(): Promise<string | undefined> {
    const url = await databaseUrl();
    const { dataDirectory, environment, logs } = launch;
    stopLogRotation = startLogRotation(logsOf(dataDirectory), logs);
    await printStep('schema', () => migrateDatabase(environment.DATABASE_DIRECT_URL || url), 'newest');
    if (stopping) return undefined;
    const logDirectory = join(dataDirectory, 'logs');
    for (const spec of processSpecs(launch, programs, url))
      roles.push(supervise({ ...spec, logDirectory, log: printEvent }));
    return printStep('processes', () => waitUntilReady(`http://127.0.0.1:${launch.port}/readyz`, roles), 'ready');
  }

  async function stopInOrder(): Promise<void> {
    stopLogRotation?.();
    await Promise.all(roles.map((role) => role.stop(stopTimeoutMs)));
    const postgres = await database?.catch(() => undefined);
    await postgres?.stop();
  }

  const stop = () => (stopping ??= stopInOrder());
  return {
    stop,
    async start() {
      try {
        return await startInOrder();
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}

const logsOf = (dataDirectory: string): string[] => [
  ...['server', 'worker-interactive', 'worker-batch'].map((name) => join(dataDirectory, 'logs', `${name}.log`)),
  join(dataDirectory, 'postgres', 'postgres.log'),
];

async function migrateDatabase(url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (cause) {
    throw new LaunchFailure(databaseFault(cause), { cause });
  }
}
