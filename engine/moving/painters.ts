import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread';
import type { Planes } from '../video/planes';
import type { PaintedFace, Paints } from './paint';

export type ToPainter =
  | { kind: 'paints'; work: number; paints: Paints }
  | { kind: 'paint'; work: number; id: number; picture: Planes; faces: readonly PaintedFace[] }
  | { kind: 'end'; work: number };

export interface FromPainter {
  id: number;
  fault?: string;
}

/** Frames of one video that are painted by threads. */
export interface PaintWork {
  /** Paints a frame in place, in memory that threads share. */
  paint(picture: Planes, faces: readonly PaintedFace[]): Promise<void>;
  end(): void;
}

/** Threads that paint frames, started when the first is to be painted and kept until the engine closes. */
export class Painters {
  private threads: PainterThread[] = [];
  private works = 0;

  constructor(readonly count: number) {}

  begin(paints: Paints): PaintWork {
    this.threads = this.threads.filter(({ lost }) => !lost);
    while (this.threads.length < this.count) this.threads.push(new PainterThread());
    const [work, threads] = [this.works++, [...this.threads]];
    for (const thread of threads) thread.send({ kind: 'paints', work, paints });
    return {
      paint: (picture, faces) => {
        const idlest = threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
        return idlest.paint({ work, picture, faces });
      },
      end: () => threads.forEach((thread) => thread.send({ kind: 'end', work })),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
    this.threads = [];
  }
}

interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

class PainterThread {
  /** Why it ended, if it did. */
  lost: Error | undefined;
  private readonly worker: Worker = startThread('moving/painter-thread');
  private readonly orders = new Map<number, Waiting>();
  private ids = 0;

  constructor() {
    this.worker.on('message', ({ id, fault }: FromPainter) => {
      const { resolve, reject } = this.orders.get(id)!;
      this.orders.delete(id);
      this.rest();
      if (fault === undefined) resolve();
      else reject(new Error(fault));
    });
    this.worker.on('error', (error) => this.lose(error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', () => this.lose(new Error('A thread that paints has ended.')));
    this.worker.unref();
  }

  get waiting(): number {
    return this.orders.size;
  }

  send(message: ToPainter): void {
    this.worker.postMessage(message);
  }

  paint(order: Omit<ToPainter & { kind: 'paint' }, 'kind' | 'id'>): Promise<void> {
    if (this.lost) return Promise.reject(this.lost);
    return new Promise((resolve, reject) => {
      this.worker.ref(); // the process waits for what is being painted, and for nothing else of it
      this.orders.set(this.ids, { resolve, reject });
      this.send({ kind: 'paint', id: this.ids++, ...order });
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private rest(): void {
    if (this.orders.size === 0) this.worker.unref();
  }

  private lose(error: Error): void {
    this.lost ??= error;
    for (const { reject } of this.orders.values()) reject(error);
    this.orders.clear();
  }
}
