import type { Identity } from '#engine/nets/face-identity';
import type { View } from '#engine/nets/view';
import { AskedThread, idlest } from '#engine/threads/worker-client';
import type { Landmarks } from '#engine/types';
import { isPlanes, type Picture, type Planes } from '#engine/ffmpeg/yuv-frame';
import type { FaceFinder, FindOptions, FoundFace } from './face-finder';

/** What following faces needs of the nets. Calls may overlap. */
export type Looker = Pick<FaceFinder, 'find' | 'follow' | 'describe'>;

export type ToFinder = ToLoad | ToLook;

interface ToLook {
  readonly id: number;
  readonly task: keyof Looker;
  readonly picture: Planes;
  readonly landmarks?: Landmarks;
  readonly known?: FindOptions['known'];
  readonly within?: FindOptions['within'];
}

interface ToLoad {
  readonly id: number;
  readonly task: 'load';
  readonly modelsDir?: string;
}

/** Looks done here before threads are started: of a short clip there is less to do than to start. */
const WARM_UP = 300;

/**
 * Looks at frames of videos in threads, each with nets of its own: several faces at a time, and while the next frame is
 * being read. The nets here take their share when there is more to do, and do all of it until the threads are ready, and
 * of what threads cannot share.
 */
export class FinderThreads implements Looker {
  private readonly threads: AskedThread[] = [];
  private ready: AskedThread[] = [];
  private looks = 0;
  /** Looks that the nets here have still to do. */
  private ownWaiting = 0;

  /** @param count threads, this one among them */
  constructor(
    private readonly own: Looker,
    private readonly count: number,
    private readonly modelsDir?: string,
  ) {}

  /** Starts them; returns when all are ready, or cannot be. */
  async start(): Promise<void> {
    while (this.threads.length < this.count - 1) this.threads.push(new AskedThread('analyse/face-net-thread'));
    const load = { task: 'load', modelsDir: this.modelsDir };
    const isReady = (thread: AskedThread) =>
      thread.ask(load).then(
        () => void this.ready.push(thread),
        () => {}, // there are nets here
      );
    await Promise.all(this.threads.map(isReady));
  }

  find(image: Picture | View, options: FindOptions = {}): Promise<FoundFace[]> {
    const picture = options.thorough === false ? this.shared(image) : undefined;
    const here = () => this.own.find(image, options);
    return picture ? this.share({ task: 'find', picture, known: options.known, within: options.within }, here) : here();
  }

  follow(image: Picture | View, landmarks: Landmarks): Promise<FoundFace | undefined> {
    const picture = this.shared(image);
    const here = () => this.own.follow(image, landmarks);
    return picture ? this.share({ task: 'follow', picture, landmarks }, here) : here();
  }

  describe(image: Picture | View, landmarks: Landmarks): Promise<Identity> {
    const picture = this.shared(image);
    const here = () => this.own.describe(image, landmarks);
    return picture ? this.share({ task: 'describe', picture, landmarks }, here) : here();
  }

  async close(): Promise<void> {
    this.ready = [];
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** What can be handed to a thread of a picture, when there is one. */
  private shared(image: Picture | View): Planes | undefined {
    const planes = 'levelFor' in image ? image.planes : isPlanes(image) ? image : undefined;
    if (!planes || this.count < 2 || !(planes.data.buffer instanceof SharedArrayBuffer)) return undefined;
    if (++this.looks > WARM_UP && this.threads.length === 0) void this.start();
    return this.ready.length > 0 ? planes : undefined;
  }

  /** Whoever has least to do looks. */
  private share<T>(message: Omit<ToLook, 'id'>, here: () => Promise<T>): Promise<T> {
    const thread = idlest(this.ready);
    if (thread.waiting <= this.ownWaiting) return thread.ask(message);
    this.ownWaiting++;
    return here().finally(() => this.ownWaiting--);
  }
}
