import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { exitStatus } from '#engine/decoder/collect';
import { killDecoder } from '#engine/decoder/kill';
import type { DecoderJob } from '#engine/decoder/launch';
import { startDecoder } from '#engine/decoder/start';
import { EngineError, throwIfAborted } from '#engine/errors';
import { isDecodedLog } from './decoded-log';
import { lineSplitter } from './split-lines';

export interface ProcessOptions {
  signal?: AbortSignal;
  stallMs?: number;
  onLine?: (line: string) => void;
  /** Replaces stdout; closed here. */
  stdout?: Socket;
}

export type FfmpegJob = Pick<DecoderJob, 'kind' | 'args' | 'reads' | 'writes' | 'maxPixels' | 'limits'>;

const STALL_MS = 30_000;
const STDERR_TAIL_LENGTH = 2000;

export class FfmpegProcess {
  private stderrTail = '';
  private stallTimer: NodeJS.Timeout | undefined;
  private readonly exited: Promise<ReturnType<typeof exitStatus>>;
  private readonly kill = () => killDecoder(this.process);

  private constructor(
    private readonly process: ChildProcess,
    private readonly options: ProcessOptions,
  ) {
    this.exited = new Promise((resolve) => {
      process.once('close', (code, signal) => resolve(exitStatus(code, signal)));
      process.once('error', (error) => {
        this.stderrTail += error.message;
        resolve({});
      });
    });
    options.signal?.addEventListener('abort', this.kill);
    this.readLines(process.stderr!);
    process.stdin!.on('error', () => {}); // EPIPE; `waitForExit` reports the reason
  }

  static async start(job: FfmpegJob, logLevel: 'error' | 'info', options: ProcessOptions): Promise<FfmpegProcess> {
    throwIfAborted(options.signal);
    const logging = ['-hide_banner', '-nostats', '-v', logLevel];
    const { stdout } = options;
    const process = await startDecoder({
      ...job,
      program: 'ffmpeg',
      args: [...logging, ...job.args],
      stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
    });
    stdout?.destroy();
    const child = new FfmpegProcess(process, options);
    if (options.signal?.aborted) child.kill();
    return child;
  }

  get output(): Readable {
    return this.process.stdout!;
  }

  get input(): Writable {
    return this.process.stdin!;
  }

  /** A frame that ffmpeg logs as decoded restarts the time. */
  async withStallTimeout<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    const { signal } = this.options;
    const stallMs = limitMs ?? this.options.stallMs ?? STALL_MS;
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.kill();
        reject(new Error(`ffmpeg made no progress for ${stallMs} ms`));
      }, stallMs);
      this.stallTimer = timer;
    });
    try {
      return await Promise.race([work, stalled]);
    } catch (error) {
      throwIfAborted(signal);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rejects with the tail of stderr on a non-zero code. */
  async waitForExit(limitMs?: number): Promise<void> {
    const { code, signal } = await this.withStallTimeout(this.exited, limitMs);
    this.options.signal?.removeEventListener('abort', this.kill);
    throwIfAborted(this.options.signal);
    if (code !== 0) throw new Error(`ffmpeg exited with ${signal ?? code}: ${this.stderrTail.trim()}`);
  }

  async dispose(): Promise<void> {
    this.options.signal?.removeEventListener('abort', this.kill);
    this.kill();
    this.process.stdout?.destroy(); // the `close` event waits for unread output
    await this.exited;
  }

  private readLines(stream: Readable): void {
    const split = lineSplitter();
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.stderrTail = (this.stderrTail + text).slice(-STDERR_TAIL_LENGTH);
      for (const line of split(text)) {
        if (isDecodedLog(line)) this.stallTimer?.refresh();
        this.options.onLine?.(line);
      }
    });
  }
}

export function toEncodingError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  if (/no space left on device/i.test(String(cause))) {
    return new EngineError('out_of_space', 'The disk is full. Free some space and try again.', { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EngineError('internal', `The video could not be written (${reason}). Please report it.`, { cause });
}
