import { expect, test } from 'vitest';
import { FaceTracks } from '#engine/tracking/face-tracks';
import type { Clip, ClipFrame } from '#engine/video/clip/clip';
import { paintFrames } from './paint-frames';
import type { RenderPool } from '#engine/video/paint/render-pool';
import type { SegmentWriter } from '#engine/video/segments/segment-writer';
import { FULL_SIZE } from '#engine/video/track/tracking-scale';

const clock = { num: 1, den: 1000 };

async function* twoFrames(): AsyncGenerator<ClipFrame> {
  for (const ticks of [0, 40]) yield { pixels: { width: 0, height: 0, data: new Uint8Array() }, ticks, clock };
}

/** The caller then ends all encoders it knows of. */
test('painting that fails ends after the frame that is being written', async () => {
  const events: string[] = [];
  const segments = {
    async write() {
      await new Promise(setImmediate); // the encoder starts
      events.push('written');
    },
  } as unknown as SegmentWriter;
  let painted = 0;
  const job = {
    async paint() {
      if (painted++ > 0) throw new Error('device lost');
    },
    end: () => events.push('job ended'),
  };
  const renderPool = { threadCount: 1, start: () => job } as unknown as RenderPool;
  const clip = { frames: twoFrames } as unknown as Clip;
  const tracks = { faces: FaceTracks.from([], [], 25), scale: FULL_SIZE, times: [0, 40, 80] };
  const painting = paintFrames({ renderPool }, { clip, tracks, spec: { sources: [] } }, 0, segments, {});
  await expect(painting).rejects.toThrow('device lost');
  expect(events).toEqual(['job ended', 'written']);
});
