import { dirname, join } from 'node:path';

import { type Postgres, startPostgres } from '#backend/db/embedded/index';
import { databaseFault } from '#backend/db/fault';
import { migrate } from '#backend/db/migrate';

import { type Launch } from './configuration';
import { LaunchFailure } from './failure';
import { waitUntilReady } from './health';
import { startLogRotation } from './log-rotation';
import { supervise, type SupervisedProcess, type ProcessSpec } from './supervise';
import { printStep, printEvent } from './terminal';
import { returnToRoot, type RunAs, runUnprivileged } from './unprivileged';

export interface Programs {
  options: string[];
  server: string;
  worker: string;
  workerOptions: string[];
}

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

  function startProcess(
    role: Pick<ProcessSpec, 'name' | 'args' | 'environment' | 'account' | 'usesPrivilegedPort'>,
  ): void {
    roles.push(supervise({ ...role, logDirectory: join(launch.dataDirectory, 'logs'), log: printEvent }));
  }

  /** Development runs as root: its caches are beside root's sources. */
  function chooseAccount(usesPrivilegedPort: boolean): RunAs['account'] {
    const { dataDirectory, environment } = launch;
    if (environment.NODE_ENV === 'development') {
      returnToRoot(dataDirectory);
      return undefined;
    }
    const { MODELS_DIR, FFMPEG_PATH = '', FFPROBE_PATH = '' } = environment;
    const decoders = [FFMPEG_PATH, FFPROBE_PATH].filter((program) => program.includes('/'));
    const { account, warning } = runUnprivileged({
      dataDirectory,
      reads: [dirname(programs.server), 'public', MODELS_DIR || 'engine/models', ...decoders],
      enters: [process.cwd(), 'node_modules'],
      usesPrivilegedPort,
    });
    if (warning) printEvent(warning);
    return account;
  }

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
    const environment = { ...launch.environment, DATABASE_URL: await databaseUrl() };
    stopLogRotation = startLogRotation(logsOf(launch.dataDirectory), launch.logs);
    await printStep(
      'schema',
      () => migrateDatabase(launch.environment.DATABASE_DIRECT_URL || environment.DATABASE_URL),
      'newest',
    );
    if (stopping) return undefined;
    const usesPrivilegedPort = launch.port < 1024;
    const account = chooseAccount(usesPrivilegedPort);
    startProcess({
      name: 'server',
      args: [...programs.options, programs.server],
      // Only workers sign results.
      environment: { ...environment, CREDENTIALS_KEY: undefined },
      account,
      usesPrivilegedPort,
    });
    const workersEnvironment: NodeJS.ProcessEnv = { ...environment };
    delete workersEnvironment.SESSION_SECRET; // signs cookies; workers do not need it
    // The worker ignores the argument; it names the worker in process lists.
    for (const [index, lane] of (['interactive', 'batch'] as const).entries()) {
      const { METRICS_PORT } = launch.environment;
      const ENGINE_THREADS = String(launch.engineThreads[lane]);
      const workerEnvironment = {
        ...workersEnvironment,
        WORKER_LANE: lane,
        ENGINE_THREADS,
        ...(METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1 + index) } : {}),
      };
      const args = [...programs.workerOptions, ...programs.options, programs.worker, lane];
      startProcess({ name: `worker-${lane}`, args, environment: workerEnvironment, account });
    }
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
