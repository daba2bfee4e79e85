import { dirname } from 'node:path';

import type { Launch } from './configuration';
import type { ProcessSpec } from './supervise';
import { printEvent } from './terminal';
import { returnToRoot, type RunAs, runUnprivileged } from './unprivileged';

export interface Programs {
  options: string[];
  server: string;
  worker: string;
  workerOptions: string[];
}

type Spec = Pick<ProcessSpec, 'name' | 'args' | 'environment' | 'account' | 'usesPrivilegedPort'>;

/** Server and workers, in the order of their start. */
export function processSpecs(launch: Launch, programs: Programs, databaseUrl: string): Spec[] {
  const usesPrivilegedPort = launch.port < 1024;
  const account = chooseAccount(launch, programs, usesPrivilegedPort);
  const environment: NodeJS.ProcessEnv = { ...launch.environment, DATABASE_URL: databaseUrl };
  const server: Spec = {
    name: 'server',
    args: [...programs.options, programs.server],
    // Only workers sign results.
    environment: { ...environment, CREDENTIALS_KEY: undefined },
    account,
    usesPrivilegedPort,
  };
  return [server, ...workerSpecs(launch, programs, environment).map((worker) => ({ ...worker, account }))];
}

function workerSpecs({ engineThreads }: Launch, programs: Programs, environment: NodeJS.ProcessEnv): Spec[] {
  // Signs cookies; workers do not need it.
  const { SESSION_SECRET: _, METRICS_PORT, ...shared } = environment;
  return (['interactive', 'batch'] as const).map((lane, index) => ({
    name: `worker-${lane}`,
    // The worker ignores its lane as an argument; it names the worker in process lists.
    args: [...programs.workerOptions, ...programs.options, programs.worker, lane],
    environment: {
      ...shared,
      WORKER_LANE: lane,
      ENGINE_THREADS: String(engineThreads[lane]),
      ...(METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1 + index) } : {}),
    },
  }));
}

/** Development runs as root: its caches are beside root's sources. */
function chooseAccount(launch: Launch, programs: Programs, usesPrivilegedPort: boolean): RunAs['account'] {
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
