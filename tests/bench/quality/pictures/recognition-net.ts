import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { loadRuntime } from '#engine/nets/runtime';
import type { FaceView, Landmarks } from '#engine/types';
import { RECOGNITION_SIDE as side, recognitionGraph } from './recognition-graph';
import { readRecognitionWeights } from './recognition-weights';

/** 128 numbers; Euclidean distance. */
export type Descriptor = Float32Array;

/** Below, two faces count as one person's (dlib). */
export const VERIFIED = 0.6;

/** Red, green, blue (dlib). */
const MEAN = [122.782, 117.001, 104.298];

/** The mesh's points nearest to the jaw and the brows of the 68 points that face-api aligns by. */
// prettier-ignore
const outline = [
  127, 234, 93, 132, 58, 136, 150, 176, 152, 400, 379, 365, 288, 361, 323, 454, 356,
  70, 63, 105, 66, 107, 336, 296, 334, 293, 300,
];
/** Of width and height, half on each side, as in face-api. */
const PADDING = 0.2;

/** The engine does not use this net, so it cannot be adapted to it. */
export class RecognitionNet {
  private constructor(
    private readonly session: InferenceSession,
    private readonly runtime: Awaited<ReturnType<typeof loadRuntime>>,
  ) {}

  static async load(): Promise<RecognitionNet> {
    const runtime = await loadRuntime();
    const graph = recognitionGraph(await readRecognitionWeights());
    return new RecognitionNet(await runtime.InferenceSession.create(graph, { intraOpNumThreads: 1 }), runtime);
  }

  async describe({ image, landmarks }: FaceView): Promise<Descriptor> {
    const { left, top, width, height } = alignedBox(landmarks, image);
    const { data } = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
      .extract({ left, top, width, height })
      .resize(side, side, { fit: 'contain', background: '#000' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const input = new Float32Array(3 * side * side);
    for (let at = 0; at < data.length; at++) {
      input[(at % 3) * side * side + Math.floor(at / 3)] = (data[at] - MEAN[at % 3]) / 255;
    }
    const tensor = new this.runtime.Tensor('float32', input, [1, 3, side, side]);
    const { identity } = await this.session.run({ image: tensor });
    return Float32Array.from(identity.data as Float32Array);
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}

export function distance(a: Descriptor, b: Descriptor): number {
  return Math.hypot(...a.map((value, i) => value - b[i]));
}

export function alignedBox(landmarks: Landmarks, image: { width: number; height: number }) {
  const along = (axis: number) => outline.map((vertex) => landmarks[3 * vertex + axis]);
  const range = (values: number[], length: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = ((most - least) * PADDING) / 2;
    const start = Math.min(length - 1, Math.max(0, Math.floor(least - margin)));
    return { start, size: Math.max(1, Math.min(length, Math.ceil(most + margin)) - start) };
  };
  const [x, y] = [range(along(0), image.width), range(along(1), image.height)];
  return { left: x.start, top: y.start, width: x.size, height: y.size };
}
