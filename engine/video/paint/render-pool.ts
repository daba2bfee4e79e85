import type { MessagePort } from 'node:worker_threads';
import { leastBusy, WorkerClient } from '#engine/threads/worker-client';
import type { Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { FaceToPaint, RenderSpec } from './paint-frame';

export type RenderMessage =
  | { kind: 'start'; job: number; spec: RenderSpec; nets?: MessagePort }
  | { kind: 'paint'; job: number; id: number; frame: Yuv420Frame; faces: readonly FaceToPaint[] }
  | { kind: 'end'; job: number };

export interface RenderJob {
  paint(frame: Yuv420Frame, faces: readonly FaceToPaint[]): Promise<void>;
  end(): void;
}

/** Workers live until the engine closes. */
export class RenderPool {
  private workers: WorkerClient[] = [];
  private nextJob = 0;

  constructor(readonly threadCount: number) {}

  /**
   * @param connect to the nets of the spec's recipe
   * @param threads fewer if other work needs the cores: each thread compiles the same functions again
   */
  start(spec: RenderSpec, connect?: () => MessagePort, threads = this.threadCount): RenderJob {
    this.workers = this.workers.filter(({ failure }) => !failure);
    while (this.workers.length < threads) this.workers.push(new WorkerClient('video/paint/render-thread'));
    const [job, workers] = [this.nextJob++, this.workers.slice(0, threads)];
    const notifyAll = (message: RenderMessage) => workers.forEach((worker) => worker.notify(message));
    for (const worker of workers) {
      const nets = connect?.();
      worker.notify({ kind: 'start', job, spec, nets } satisfies RenderMessage, nets ? [nets] : []);
    }
    return {
      paint: (frame, faces) => leastBusy(workers).request({ kind: 'paint', job, frame, faces }),
      end: () => notifyAll({ kind: 'end', job }),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    this.workers = [];
  }
}
