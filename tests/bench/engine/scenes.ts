import sharp from 'sharp';
import { meshBounds } from '#engine/swap/geometry/face-crop';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';

export const faceSizes = [128, 256, 512, 1024] as const;

export async function sceneOf(name: Parameters<typeof faceView>[0], size: number): Promise<FaceView> {
  const { image, landmarks } = await faceView(name);
  const { left, top, right, bottom } = meshBounds(landmarks);
  const scale = size / Math.max(right - left, bottom - top);
  const width = Math.round(image.width * scale);
  const height = Math.round(image.height * scale);
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  const data = await sharp(image.data, { raw }).resize(width, height).raw().toBuffer();
  return {
    image: { width, height, data: new Uint8Array(data) },
    landmarks: landmarks.map((value, i) => value * (i % 3 === 0 ? width / image.width : height / image.height)),
  };
}
