import { createRequire } from 'node:module';
import path from 'node:path';
import type { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { FaceView, Landmarks } from '#engine/types';
import { trueLandmarks } from '#tests/support/face-views';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';

export interface Member extends FaceView {
  readonly name: string;
  readonly identity: FaceEmbedding;
  /** Rendered people only. */
  readonly truth?: Landmarks;
}

export async function portraits(finder: FaceFinder): Promise<Member[]> {
  const members = await Promise.all(sampleFaceNames.map((name) => membersOf(finder, name, portraitPath(name))));
  return members.flat().map((member, i) => ({ ...member, truth: trueLandmarks(sampleFaceNames[i]) }));
}

export const photographNames = ['sample1', 'sample2', 'sample3', 'sample4', 'sample5', 'sample6'] as const;
export type PhotographName = (typeof photographNames)[number];

export function photographPath(name: PhotographName): string {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  return path.join(folder, 'demo', `${name}.jpg`);
}

/** Never commit them. */
export async function photographs(finder: FaceFinder): Promise<Member[]> {
  const members = await Promise.all(photographNames.map((name) => membersOf(finder, name, photographPath(name))));
  return members.flat();
}

async function membersOf(finder: FaceFinder, name: string, file: string): Promise<Member[]> {
  const { image } = await readPicture(file);
  const faces = (await finder.find(image)).sort((a, b) => a.box.x - b.box.x);
  const members: Member[] = [];
  for (const [index, { landmarks }] of faces.entries()) {
    const identity = await finder.embed(image, landmarks);
    const masks = await finder.mask(image, landmarks);
    members.push({ name: faces.length > 1 ? `${name}-${index + 1}` : name, image, landmarks, masks, identity });
  }
  return members;
}
