import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { mediaKinds, type Engine, type Person, type Source } from '#engine';
import type { FaceFinder } from '#engine/analyse/face-finder';
import { boundsOf } from '#engine/nets/boxes';
import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { readPicture } from '#engine/media/read-picture';
import type { Image, Landmarks } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';
import type { Member } from '#tests/bench/quality/cast';
import { idsOf, type Clip } from './clip';
import { readAllFrames } from './read-frames';

export interface ClipResult {
  readonly originals: readonly Image[];
  readonly results: readonly Image[];
  readonly strangers: number;
  readonly thumbnails: number;
}

export async function swapClip(
  clip: Clip,
  owns: ReadonlyMap<string, FaceEmbedding>,
  engine: Engine,
  finder: FaceFinder,
): Promise<ClipResult> {
  const { persons } = await engine.analyse(clip.file, { kinds: mediaKinds });
  const keys = matchPersons(persons, clip);
  const strangers = Math.abs(persons.length - owns.size);
  const thumbnails = await thumbnailSimilarity(persons, keys, owns, finder);
  const bindings: Record<string, Source> = {};
  for (const id of idsOf(clip)) {
    const [key, member] = [keys.get(id), clip.given[id]];
    if (key && member) bindings[key] = await engine.prepare([await portraitOf(member)]);
  }
  const originals = await readAllFrames(clip.file);
  if (Object.keys(bindings).length === 0) return { originals, results: originals, strangers, thumbnails };
  const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-bench-'));
  try {
    const out = path.join(folder, 'result.mp4');
    await engine.swap({ kinds: mediaKinds, media: clip.file, bindings, out, label: { visible: false } });
    return { originals, results: await readAllFrames(out), strangers, thumbnails };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Greedy, by landmark distance. */
function matchPersons(persons: readonly Person[], { truth }: Clip): Map<string, string> {
  const pairs = persons.flatMap(({ key, landmarks }) =>
    truth.flat().map((face) => ({ key, id: face.id, off: distanceTo(face, landmarks) })),
  );
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, key } of pairs.sort((a, b) => a.off - b.off)) {
    if (keys.has(id) || taken.has(key)) continue;
    keys.set(id, key);
    taken.add(key);
  }
  return keys;
}

/** Relative to the face's width. */
function distanceTo({ lm, box: [left, , right] }: TrueFace, landmarks: Landmarks): number {
  const distances = lm.map(([index, x, y]) => Math.hypot(landmarks[3 * index] - x, landmarks[3 * index + 1] - y));
  return distances.reduce((sum, distance) => sum + distance, 0) / lm.length / (right - left);
}

/** 0 without a face. */
async function thumbnailSimilarity(
  persons: readonly Person[],
  keys: ReadonlyMap<string, string>,
  owns: ReadonlyMap<string, FaceEmbedding>,
  finder: FaceFinder,
): Promise<number> {
  const cosines: number[] = [];
  for (const [id, key] of keys) {
    const { image } = await readPicture(persons.find((person) => person.key === key)!.thumbnail);
    const [face] = await finder.find(image);
    cosines.push(face ? cosineSimilarity(await finder.embed(image, face.landmarks), owns.get(id)!) : 0);
  }
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, cosines.length);
}

/** The engine takes the largest face. */
async function portraitOf({ image, landmarks }: Member): Promise<Buffer> {
  const { x, y, width, height } = boundsOf(landmarks, meshVertexCount);
  const margin = 0.5 * Math.max(width, height);
  const [left, top] = [Math.max(0, Math.floor(x - margin)), Math.max(0, Math.floor(y - margin))];
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .extract({
      left,
      top,
      width: Math.min(image.width - left, Math.ceil(width + 2 * margin)),
      height: Math.min(image.height - top, Math.ceil(height + 2 * margin)),
    })
    .png()
    .toBuffer();
}
