import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import path from 'node:path';
import type { Isolation } from './isolation';
import { killDecoder } from './kill';
import { limitsFor, MAX_PIXELS, type JobKind, type JobLimits } from './limits';

export interface DecoderJob {
  /** `node`: for libraries, which cannot be stopped in this process. */
  readonly program: 'ffmpeg' | 'ffprobe' | 'node';
  readonly kind: JobKind;
  readonly args: readonly string[];
  /** Absolute paths in `args`. An isolated decoder sees no others. */
  readonly reads?: readonly string[];
  /** Must exist. */
  readonly writes?: readonly string[];
  /** Enforced whatever the container states. */
  readonly maxPixels?: number;
  readonly stdio?: StdioOptions;
  readonly limits?: Partial<JobLimits>;
}

export interface Decoders {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly isolation: Isolation;
}

/** No settings, keys or addresses of this process. */
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  // glibc's: memory of a frame is used again instead of being unmapped, mapped and cleared for the next.
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '67108864',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/** The only place that passes untrusted files to a program. */
export function launch(job: DecoderJob, decoders: Decoders): ChildProcess {
  const { program, kind, args, reads = [], writes = [], maxPixels = MAX_PIXELS, stdio } = job;
  for (const file of [...reads, ...writes])
    if (!path.isAbsolute(file)) throw new Error(`The path ${file} must be absolute.`);
  const limits = { ...limitsFor(kind, maxPixels), ...job.limits };
  const decoder = [program === 'node' ? process.execPath : decoders[program], ...withMaxPixels(args, maxPixels)];
  const [command, ...rest] = decoders.isolation.wrap(decoder, { reads, writes }, limits);
  const child = spawn(command, rest, {
    stdio,
    env: environment,
    cwd: '/',
    shell: false,
    windowsHide: true,
    detached: true,
  });
  if (limits.wallMs !== undefined) killAfter(child, limits.wallMs);
  return child;
}

function killAfter(child: ChildProcess, ms: number): void {
  const timer = setTimeout(() => killDecoder(child), ms);
  child.once('error', () => clearTimeout(timer));
  child.once('close', () => clearTimeout(timer));
}

function withMaxPixels(args: readonly string[], maxPixels: number): string[] {
  return args.flatMap((arg) => (arg === '-i' ? ['-max_pixels', String(maxPixels), arg] : [arg]));
}
