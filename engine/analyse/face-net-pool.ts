import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { View } from '#engine/nets/view';
import { WorkerClient, leastBusy } from '#engine/threads/worker-client';
import type { FaceMasks, Landmarks } from '#engine/types';
import { isYuv420, type Frame, type Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import type { FaceFinder, FindOptions, FoundFace } from './face-finder';

/** Calls may overlap. */
export type FaceNets = Pick<FaceFinder, 'find' | 'track' | 'embed' | 'mask'>;

export type FaceNetRequest = LoadRequest | InferenceRequest;

interface InferenceRequest {
  readonly id: number;
  readonly task: keyof FaceNets;
  readonly frame: Yuv420Frame;
  readonly landmarks?: Landmarks;
  readonly known?: FindOptions['known'];
  readonly region?: FindOptions['region'];
}

interface LoadRequest {
  readonly id: number;
  readonly task: 'load';
  readonly modelsDir?: string;
}

/** For short clips starting workers takes longer. */
const WARM_UP_CALLS = 300;

/** The local nets handle all calls until workers are ready, and frames outside shared memory. */
export class FaceNetPool implements FaceNets {
  private readonly workers: WorkerClient[] = [];
  private ready: WorkerClient[] = [];
  private calls = 0;
  private localPending = 0;

  /** @param threadCount including this one */
  constructor(
    private readonly local: FaceNets,
    private readonly threadCount: number,
    private readonly modelsDir?: string,
  ) {}

  /** Also resolves when workers fail. */
  async start(): Promise<void> {
    while (this.workers.length < this.threadCount - 1) this.workers.push(new WorkerClient('analyse/face-net-thread'));
    const load = { task: 'load', modelsDir: this.modelsDir };
    const startOne = (worker: WorkerClient) =>
      worker.request(load).then(
        () => void this.ready.push(worker),
        () => {}, // the local nets remain
      );
    await Promise.all(this.workers.map(startOne));
  }

  find(image: Frame | View, options: FindOptions = {}): Promise<FoundFace[]> {
    const frame = options.thorough === false ? this.shareableFrame(image) : undefined;
    const runLocally = () => this.local.find(image, options);
    return frame
      ? this.dispatch({ task: 'find', frame, known: options.known, region: options.region }, runLocally)
      : runLocally();
  }

  track(image: Frame | View, landmarks: Landmarks): Promise<FoundFace | undefined> {
    const frame = this.shareableFrame(image);
    const runLocally = () => this.local.track(image, landmarks);
    return frame ? this.dispatch({ task: 'track', frame, landmarks }, runLocally) : runLocally();
  }

  embed(image: Frame | View, landmarks: Landmarks): Promise<FaceEmbedding> {
    const frame = this.shareableFrame(image);
    const runLocally = () => this.local.embed(image, landmarks);
    return frame ? this.dispatch({ task: 'embed', frame, landmarks }, runLocally) : runLocally();
  }

  mask(image: Frame | View, landmarks: Landmarks): Promise<FaceMasks> {
    const frame = this.shareableFrame(image);
    const runLocally = () => this.local.mask(image, landmarks);
    return frame ? this.dispatch({ task: 'mask', frame, landmarks }, runLocally) : runLocally();
  }

  async close(): Promise<void> {
    this.ready = [];
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private shareableFrame(image: Frame | View): Yuv420Frame | undefined {
    const frame = 'levelFor' in image ? image.yuvFrame : isYuv420(image) ? image : undefined;
    if (!frame || this.threadCount < 2 || !(frame.data.buffer instanceof SharedArrayBuffer)) return undefined;
    if (++this.calls > WARM_UP_CALLS && this.workers.length === 0) void this.start();
    return this.ready.length > 0 ? frame : undefined;
  }

  private dispatch<T>(message: Omit<InferenceRequest, 'id'>, runLocally: () => Promise<T>): Promise<T> {
    const worker = leastBusy(this.ready);
    if (worker.pendingCount <= this.localPending) return worker.request(message);
    this.localPending++;
    return runLocally().finally(() => this.localPending--);
  }
}
