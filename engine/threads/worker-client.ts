import type { Worker } from 'node:worker_threads';
import { startThread } from './start-thread';

/** What a thread says of something it was asked. */
export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly fault?: string;
}

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** A thread that answers what it is asked. The process waits for its answers, and for nothing else of it. */
export class AskedThread {
  /** Why it ended, if it did. */
  lost: Error | undefined;
  private readonly worker: Worker;
  private readonly asked = new Map<number, Waiting>();
  private ids = 0;

  /** @param program as for `startThread` */
  constructor(program: string) {
    this.worker = startThread(program);
    this.worker.on('message', ({ id, answer, fault }: Reply) => {
      const { resolve, reject } = this.asked.get(id)!;
      this.asked.delete(id);
      if (this.asked.size === 0) this.worker.unref();
      if (fault === undefined) resolve(answer);
      else reject(new Error(fault));
    });
    this.worker.on('error', (error) => this.lose(error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', () => this.lose(new Error(`A thread has ended: ${program}.`)));
    this.worker.unref();
  }

  /** How many answers are still to come. */
  get waiting(): number {
    return this.asked.size;
  }

  /** Says something that needs no answer. */
  tell(message: object): void {
    this.worker.postMessage(message);
  }

  /** Asks something; the message gets an `id`, which the reply must name. */
  ask<T>(message: object): Promise<T> {
    if (this.lost) return Promise.reject(this.lost);
    return new Promise((resolve, reject) => {
      this.worker.ref();
      this.asked.set(this.ids, { resolve: resolve as (answer: unknown) => void, reject });
      this.tell({ ...message, id: this.ids++ });
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private lose(error: Error): void {
    this.lost ??= error;
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }
}

/** The thread that has least to do. */
export const idlest = (threads: readonly AskedThread[]): AskedThread =>
  threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
