import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import path from 'node:path';
import type { Isolation } from './isolation';
import { limitsFor, MAX_PIXELS, type JobKind, type JobLimits } from './limits';

export interface DecoderJob {
  readonly program: 'ffmpeg' | 'ffprobe';
  readonly kind: JobKind;
  readonly args: readonly string[];
  /** Files and folders that `args` name, by their absolute paths: an isolated decoder sees no others. */
  readonly reads?: readonly string[];
  /** Files to write; they exist beforehand. */
  readonly writes?: readonly string[];
  /** No larger frame is decoded, whatever its container states. */
  readonly maxPixels?: number;
  readonly stdio?: StdioOptions;
  /** Other limits than those of its kind. */
  readonly limits?: Partial<JobLimits>;
}

/** The programs in use and what they are isolated by. */
export interface Machine {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly isolation: Isolation;
}

/** All that a decoder gets of an environment: none of our settings, keys and addresses. */
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/** Starts a decoder: the only place where a program is given files that came from strangers. */
export function launch(job: DecoderJob, machine: Machine): ChildProcess {
  const { program, kind, args, reads = [], writes = [], maxPixels = MAX_PIXELS, stdio } = job;
  for (const file of [...reads, ...writes]) if (!path.isAbsolute(file)) throw new Error(`${file} is not absolute`);
  const limits = { ...limitsFor(kind, maxPixels), ...job.limits };
  const decoder = [machine[program], ...withMaxPixels(args, maxPixels)];
  const [command, ...rest] = machine.isolation.wrap(decoder, { reads, writes }, limits);
  const child = spawn(command, rest, { stdio, env: environment, cwd: '/', shell: false, windowsHide: true });
  if (limits.wallMs !== undefined) killAfter(child, limits.wallMs);
  return child;
}

function killAfter(child: ChildProcess, ms: number): void {
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  child.once('error', () => clearTimeout(timer));
  child.once('close', () => clearTimeout(timer));
}

/** States the limit before each input, for every decoder of it. */
function withMaxPixels(args: readonly string[], maxPixels: number): string[] {
  return args.flatMap((arg) => (arg === '-i' ? ['-max_pixels', String(maxPixels), arg] : [arg]));
}
