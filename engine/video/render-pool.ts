import { AskedThread, idlest } from '#engine/threads/worker-client';
import type { Planes } from '#engine/ffmpeg/yuv-frame';
import type { PaintedFace, Paints } from './paint-frame';

export type ToPainter =
  | { kind: 'paints'; work: number; paints: Paints }
  | { kind: 'paint'; work: number; id: number; picture: Planes; faces: readonly PaintedFace[] }
  | { kind: 'end'; work: number };

/** Frames of one video that are painted by threads. */
export interface PaintWork {
  /** Paints a frame in place, in memory that threads share. */
  paint(picture: Planes, faces: readonly PaintedFace[]): Promise<void>;
  end(): void;
}

/** Threads that paint frames, started when the first is to be painted and kept until the engine closes. */
export class Painters {
  private threads: AskedThread[] = [];
  private works = 0;

  constructor(readonly count: number) {}

  begin(paints: Paints): PaintWork {
    this.threads = this.threads.filter(({ lost }) => !lost);
    while (this.threads.length < this.count) this.threads.push(new AskedThread('video/render-thread'));
    const [work, threads] = [this.works++, [...this.threads]];
    const tellAll = (message: ToPainter) => threads.forEach((thread) => thread.tell(message));
    tellAll({ kind: 'paints', work, paints });
    return {
      paint: (picture, faces) => idlest(threads).ask({ kind: 'paint', work, picture, faces }),
      end: () => tellAll({ kind: 'end', work }),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
    this.threads = [];
  }
}
