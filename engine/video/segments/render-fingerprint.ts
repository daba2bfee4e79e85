import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { RenderSpec } from '#engine/video/paint/paint-frame';

/** @param part fingerprint of the clip */
export function renderFingerprint(part: string, spec: RenderSpec, segmentMs: number): string {
  const hash = createHash('sha256').update(JSON.stringify({ part, segmentMs }));
  return hash.update(serialize(spec)).digest('hex');
}
