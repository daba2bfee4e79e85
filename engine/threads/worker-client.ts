import type { TransferListItem, Worker } from 'node:worker_threads';
import { EngineError, type EngineErrorCode } from '#engine/errors';
import { startThread } from './start-thread';

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  /** Of an `EngineError`. */
  readonly code?: EngineErrorCode;
}

interface PendingRequest {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Unref'd while idle: does not keep the process alive. */
export class WorkerClient {
  failure: Error | undefined;
  private readonly worker: Worker;
  private readonly pending = new Map<number, PendingRequest>();
  private readonly running = new Set<Promise<unknown>>();
  private nextId = 0;

  /** @param program as for `startThread` */
  constructor(program: string) {
    this.worker = startThread(program);
    this.worker.on('message', ({ id, result, error, code }: Reply) => {
      const { resolve, reject } = this.pending.get(id)!;
      this.pending.delete(id);
      if (this.pending.size === 0) this.worker.unref();
      if (error === undefined) resolve(result);
      else reject(code ? new EngineError(code, error) : new Error(error));
    });
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', () => this.fail(new Error(`The worker thread ${program} exited.`)));
    this.worker.unref();
  }

  get pendingCount(): number {
    return this.pending.size;
  }

  notify(message: object, transfer: readonly TransferListItem[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  /** The reply carries the same `id`. */
  request<T>(message: object): Promise<T> {
    if (this.failure) return Promise.reject(this.failure);
    const answer = new Promise<T>((resolve, reject) => {
      this.worker.ref();
      this.pending.set(this.nextId, { resolve: resolve as (answer: unknown) => void, reject });
      this.notify({ ...message, id: this.nextId++ });
    });
    this.running.add(answer);
    const forget = () => void this.running.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  /** Waits for pending requests: ONNX Runtime aborts the process if its thread is terminated during a run. */
  async close(): Promise<void> {
    await Promise.allSettled(this.running);
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}

export const leastBusy = (threads: readonly WorkerClient[]): WorkerClient =>
  threads.reduce((best, thread) => (thread.pendingCount < best.pendingCount ? thread : best));
