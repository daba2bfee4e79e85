import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { howItEnded } from '#engine/decoder/collect';
import type { DecoderJob } from '#engine/decoder/launch';
import { startDecoder } from '#engine/decoder/start';
import { EngineError, throwIfAborted } from '#engine/errors';

export interface ChildOptions {
  signal?: AbortSignal;
  /** How long it may do nothing before it counts as hung. */
  stallMs?: number;
  /** Called with each line it says. */
  onLine?: (line: string) => void;
  /** Where its output goes, instead of to `output`. It is the child's then, and closed here. */
  into?: Socket;
}

/** What an ffmpeg is to do. */
export type FfmpegWork = Pick<DecoderJob, 'kind' | 'args' | 'reads' | 'writes' | 'maxPixels' | 'limits'>;

const STALL_MS = 30_000;
const LAST_WORDS = 2000;

/** An ffmpeg at work on a pipe: killed when the caller withdraws, noticed when it hangs or dies. */
export class FfmpegChild {
  private lastWords = '';
  private readonly gone: Promise<ReturnType<typeof howItEnded>>;
  private readonly kill = () => void this.process.kill('SIGKILL');

  private constructor(
    private readonly process: ChildProcess,
    private readonly options: ChildOptions,
  ) {
    this.gone = new Promise((resolve) => {
      process.once('close', (code, signal) => resolve(howItEnded(code, signal)));
      process.once('error', (error) => {
        this.lastWords += error.message;
        resolve({});
      });
    });
    options.signal?.addEventListener('abort', this.kill);
    this.listen(process.stderr!);
    process.stdin!.on('error', () => {}); // it has closed its ear: `end` tells why
  }

  /** @param speech `error`, or `info` for one whose filters have something to say */
  static async start(work: FfmpegWork, speech: 'error' | 'info', options: ChildOptions): Promise<FfmpegChild> {
    throwIfAborted(options.signal);
    const quiet = ['-hide_banner', '-nostats', '-v', speech];
    const { into } = options;
    const process = await startDecoder({
      ...work,
      program: 'ffmpeg',
      args: [...quiet, ...work.args],
      stdio: ['pipe', into ?? 'pipe', 'pipe'],
    });
    into?.destroy();
    const child = new FfmpegChild(process, options);
    if (options.signal?.aborted) child.kill();
    return child;
  }

  get output(): Readable {
    return this.process.stdout!;
  }

  get input(): Writable {
    return this.process.stdin!;
  }

  /** Waits for something that needs it to move on; kills it when it does not. */
  async watched<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    const { signal } = this.options;
    const stallMs = limitMs ?? this.options.stallMs ?? STALL_MS;
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.kill();
        reject(new Error(`ffmpeg did nothing for ${stallMs} ms`));
      }, stallMs);
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

  /** Waits for its end. Rejects with its last words when that is not a good one. */
  async end(limitMs?: number): Promise<void> {
    const { code, signal } = await this.watched(this.gone, limitMs);
    this.options.signal?.removeEventListener('abort', this.kill);
    throwIfAborted(this.options.signal);
    if (code !== 0) throw new Error(`ffmpeg ended with ${signal ?? code}: ${this.lastWords.trim()}`);
  }

  /** Ends it, whatever it is doing, and returns when it is gone. */
  async dispose(): Promise<void> {
    this.options.signal?.removeEventListener('abort', this.kill);
    if (this.process.exitCode === null && this.process.signalCode === null) this.kill();
    this.process.stdout?.destroy(); // it is not gone while something it said waits to be read
    await this.gone;
  }

  private listen(stream: Readable): void {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
      const lines = (rest + text).split('\n');
      rest = lines.pop()!.slice(-LAST_WORDS);
      for (const line of lines) this.options.onLine?.(line);
    });
  }
}

/** What is thrown when ffmpeg fails for a reason that is not the media's. */
export function encoderFailed(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  if (/no space left on device/i.test(String(cause))) {
    return new EngineError('out_of_space', 'The disk is full. Free some space and try again.', { cause });
  }
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EngineError('internal', `The video could not be written (${said}). Please report it.`, { cause });
}
