import sharp from 'sharp';
import { FaceFinder } from '#engine/analyse/face-finder';
import { canonicalVertices } from '#engine/mesh/canonical-mesh';
import { chin, foreheadTop } from '#engine/mesh/topology';
import { ModelStore } from '#engine/nets/model-store';
import { prepareSource, type MeshSource } from '#engine/swap/mesh-swapper';
import type { FaceView, Landmarks } from '#engine/types';
import { type SampleFaceName } from '#shared/sample-media';
import { portraitPath, portraitTruth } from './portraits';

/** Exact landmarks. */
export async function faceView(name: SampleFaceName): Promise<FaceView> {
  const { data, info } = await sharp(portraitPath(name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, data: new Uint8Array(data) };
  return { image, landmarks: trueLandmarks(name) };
}

/** Truth depth is cm towards the camera, landmark depth pixels away from it. */
export function trueLandmarks(name: SampleFaceName): Landmarks {
  const { lm } = portraitTruth(name);
  const height = (vertex: number) => canonicalVertices[3 * vertex + 1];
  const faceHeight = Math.hypot(lm[foreheadTop][0] - lm[chin][0], lm[foreheadTop][1] - lm[chin][1]);
  const pixelsPerCentimetre = faceHeight / (height(chin) - height(foreheadTop));
  return Float32Array.from(lm.flatMap(([x, y, depth]) => [x, y, -depth * pixelsPerCentimetre]));
}

const noseRoot = 168;

/** @param degrees around the vertical axis through the root of the nose, towards the right of the picture */
export function turnedLandmarks(landmarks: Landmarks, degrees: number): Landmarks {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [x0, z0] = [landmarks[3 * noseRoot], landmarks[3 * noseRoot + 2]];
  return landmarks.map((value, i) => {
    const at = i - (i % 3);
    const [x, z] = [landmarks[at] - x0, landmarks[at + 2] - z0];
    return [x0 + cosine * x - sine * z, value, z0 + sine * x + cosine * z][i % 3];
  });
}

/** @param degrees clockwise, around the root of the nose */
export function rolledLandmarks(landmarks: Landmarks, degrees: number): Landmarks {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [x0, y0] = [landmarks[3 * noseRoot], landmarks[3 * noseRoot + 1]];
  return landmarks.map((value, i) => {
    const at = i - (i % 3);
    const [x, y] = [landmarks[at] - x0, landmarks[at + 1] - y0];
    return [x0 + cosine * x - sine * y, y0 + sine * x + cosine * y, value][i % 3];
  });
}

export function copyOf({ image, landmarks }: FaceView): FaceView {
  return { image: { ...image, data: new Uint8Array(image.data) }, landmarks: landmarks.slice() };
}

/** @param sigma pixels */
export async function blurred(face: FaceView, sigma: number): Promise<FaceView> {
  const { image } = face;
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  return {
    ...face,
    image: { ...image, data: new Uint8Array(await sharp(image.data, { raw }).blur(sigma).raw().toBuffer()) },
  };
}

/** As the engine sees it: with the masks of our net. */
export async function withMasks(view: FaceView): Promise<FaceView> {
  finder ??= ModelStore.open().then((store) => FaceFinder.load(store));
  return { ...view, masks: await (await finder).mask(view.image, view.landmarks) };
}

let finder: Promise<FaceFinder> | undefined;

const sources = new Map<SampleFaceName, MeshSource>();

/** Prepared once per process: takes most of a second. */
export async function sampleSource(name: SampleFaceName): Promise<MeshSource> {
  const source = sources.get(name) ?? prepareSource([await withMasks(await faceView(name))]);
  sources.set(name, source);
  return source;
}
