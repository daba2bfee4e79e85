import type { Box, Image, MediaInput, SharePoint, SourcePhoto } from '#engine/types';

export function asSourcePhoto(photo: MediaInput | SourcePhoto): SourcePhoto {
  return typeof photo === 'string' || Buffer.isBuffer(photo) ? { media: photo } : photo;
}

/** Shares of the picture. */
export function shareCentre({ x, y, width, height }: Box, image: Pick<Image, 'width' | 'height'>): SharePoint {
  return { x: (x + width / 2) / image.width, y: (y + height / 2) / image.height };
}

/**
 * The face whose box contains `at`, by nearest centre; without `at`, the first.
 * @param faces largest first
 */
export function selectFace<F extends { readonly box: Box }>(
  faces: readonly F[],
  { width, height }: Pick<Image, 'width' | 'height'>,
  at?: SharePoint,
): F | undefined {
  if (!at) return faces[0];
  const [x, y] = [at.x * width, at.y * height];
  const distance = ({ box }: F) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  return faces
    .filter(({ box }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height)
    .sort((a, b) => distance(a) - distance(b))[0];
}
