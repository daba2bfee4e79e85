import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { mediaKinds, openEngine } from '#engine';
import { applyRgbChange, toRgb } from '#engine/ffmpeg/yuv-colour';
import { wholeFrame, windowAround, yuv420Bytes, type Yuv420Frame } from '#engine/ffmpeg/yuv-frame';
import { readPicture } from '#engine/media/read-picture';
import { NeuralDriver } from '#engine/neural/driver';
import { RenderPool } from '#engine/video/paint/render-pool';
import { makeClip } from '#tests/support/clips';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { portraitPath, portraitTruth } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { tinyRecogniser, tinySwapper } from '#tests/support/tiny-nets';
import { writePack } from '#tests/support/tiny-packs';
import { difference } from './vectors';

const dir = mkdtempSync(path.join(tmpdir(), 'faceswap-packs-'));
const options = { dir, device: 'cpu', threads: 1, cpuVideo: true };
writePack(dir, { id: 'arcface', type: 'arcface', net: tinyRecogniser() });
// Inverts the face.
writePack(dir, { id: 'hyperswap', type: 'hyperswap', net: tinySwapper({ a: 0, b: -1, k: 0 }, { size: 256 }) });
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A portrait as a decoder hands it over. */
async function portraitFrame(name: 'freya'): Promise<Yuv420Frame> {
  const { image } = await readPicture(portraitPath(name));
  const { width, height } = image;
  const grey = { width, height, matrix: 'bt709', data: new Uint8Array(yuv420Bytes(width, height)).fill(128) } as const;
  applyRgbChange(grey, wholeFrame(grey), toRgb(grey, wholeFrame(grey)).data, image.data);
  return grey;
}

test('9. painter threads paint planes exactly as one thread paints RGB', async () => {
  const driver = await NeuralDriver.open(options);
  const pool = new RenderPool(2);
  try {
    const [swapper, frame] = [driver.swapper('neural'), await portraitFrame('freya')];
    const landmarks = Float32Array.from(portraitTruth('freya').lm.flat());
    const source = { warnings: [], input: Float32Array.from({ length: 512 }, (_, i) => Math.sin(i)) };

    const expected = { ...frame, data: frame.data.slice() };
    const image = toRgb(frame, wholeFrame(frame));
    const before = image.data.slice();
    await swapper.swapFace(image, landmarks, source);
    applyRgbChange(expected, wholeFrame(frame), before, image.data);

    const job = pool.start({ sources: [source], recipe: driver.recipe('neural') }, () => driver.connect());
    const shared = Array.from({ length: 6 }, () => {
      const data = new Uint8Array(new SharedArrayBuffer(frame.data.length));
      data.set(frame.data);
      return { ...frame, data };
    });
    await Promise.all(shared.map((one) => job.paint(one, [{ person: 0, landmarks, opacity: 1 }])));
    job.end();
    for (const { data } of shared) expect(difference(data, expected.data).largest).toBe(0);
    expect(difference(frame.data, expected.data).largest).toBeGreaterThan(100);
    // What 4:2:0 cannot hold are colours that change from pixel to pixel.
    const { left, top, width, height } = windowAround(frame, swapper.reach(landmarks));
    const painted = toRgb(expected, { left, top, width, height }).data;
    let sum = 0;
    for (let row = 0; row < height; row++)
      for (let i = 0; i < 3 * width; i++)
        sum += Math.abs(painted[3 * row * width + i] - image.data[3 * ((top + row) * image.width + left) + i]);
    expect(sum / painted.length).toBeLessThan(2);
  } finally {
    await Promise.all([pool.close(), driver.close()]);
  }
});

test('9. engine.swap of a video makes the frames that engine.swap of photos makes', async () => {
  const engine = await openEngine({ threads: 2, neural: options });
  try {
    const folder = scratchFolder();
    const [photo, out] = ['photo.png', 'out.png'].map((name) => path.join(folder, name));
    const media = await makeClip(path.join(folder, 'clip.mp4'), 'mp4', { seconds: 0.5, more: ['-crf', '1'] });
    const firstFrame = (file: string) =>
      runFfmpeg(['-i', file, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-']);
    await sharp(await firstFrame(media)).toFile(photo);
    const bindings = { p1: await engine.prepare([portraitPath('otto')], { quality: 'neural' }) };
    const label = { visible: false };
    await engine.swap({ media: photo, bindings, out, label });
    const video = path.join(folder, 'out.mp4');
    await engine.swap({ media, kinds: mediaKinds, bindings, out: video, label });
    const [original, asPhoto, asVideo] = await Promise.all(
      [photo, out, await firstFrame(video)].map(async (file) => (await readPicture(file)).image.data),
    );
    let [count, change, distance] = [0, 0, 0];
    for (let i = 0; i < original.length; i++) {
      const changed = Math.abs(asPhoto[i] - original[i]);
      if (changed < 20) continue;
      count++;
      change += changed;
      distance += Math.abs(asPhoto[i] - asVideo[i]);
    }
    expect(count).toBeGreaterThan(1000);
    // The encoder's loss, and a mesh that the tracker has smoothed.
    expect(distance / change).toBeLessThan(0.1);
  } finally {
    await engine.close();
  }
});
