import { createRequire } from 'node:module';
import path from 'node:path';
import type { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import type { Identity } from '#engine/nets/face-identity';
import type { FaceView } from '#engine/types';
import { portraitNames, portraitPath } from '#tests/support/portraits';

/** One face that plays source and target in turn. */
export interface Member extends FaceView {
  readonly name: string;
  readonly identity: Identity;
}

/** The rendered people the repository ships. */
export function portraits(finder: FaceFinder): Promise<Member[]> {
  return findMembers(
    finder,
    portraitNames.map((name) => ({ name, file: portraitPath(name) })),
  );
}

/** Photographs of real people out of a development dependency: to look at here, never to be committed. */
export function photographs(finder: FaceFinder): Promise<Member[]> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  const files = [1, 2, 3, 4, 5, 6].map((number) => `sample${number}`);
  return findMembers(
    finder,
    files.map((name) => ({ name, file: path.join(folder, 'demo', `${name}.jpg`) })),
  );
}

async function findMembers(finder: FaceFinder, files: { name: string; file: string }[]): Promise<Member[]> {
  const members: Member[] = [];
  for (const { name, file } of files) {
    const { image } = await readPicture(file);
    const faces = await finder.find(image);
    for (const [index, { landmarks }] of faces.sort((a, b) => a.box.x - b.box.x).entries()) {
      const identity = await finder.describe(image, landmarks);
      members.push({ name: faces.length > 1 ? `${name}-${index + 1}` : name, image, landmarks, identity });
    }
  }
  return members;
}
