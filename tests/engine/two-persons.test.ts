import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaKinds, openEngine, type Engine } from '#engine';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import { withMedia } from '#engine/moving/open-media';
import { likeness, type Identity } from '#engine/nets/face-identity';
import { ModelStore } from '#engine/nets/model-store';
import type { Landmarks } from '#engine/types';
import { readFrames } from '#engine/video/frame-reader';
import { clipPath, clipTruth, type TrueFace } from '#tests/support/clips';
import { portraitPath, type PortraitName } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

let engine: Engine;
let finder: FaceFinder;
beforeAll(async () => {
  engine = await openEngine();
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => Promise.all([engine.close(), finder.close()]));

async function identityOf(name: PortraitName): Promise<Identity> {
  const { image } = await readPicture(portraitPath(name));
  const [face] = await finder.find(image);
  return finder.describe(image, face.landmarks);
}

const NOSE_TIP = 1;

/** The face of the truth whose nose these landmarks have, if any. */
function whose(landmarks: Landmarks, faces: TrueFace[]): TrueFace | undefined {
  return faces.find(({ lm, box: [left, , right] }) => {
    const [, x, y] = lm.find(([index]) => index === NOSE_TIP)!;
    return Math.hypot(landmarks[3 * NOSE_TIP] - x, landmarks[3 * NOSE_TIP + 1] - y) < 0.15 * (right - left);
  });
}

interface Seen {
  id: string;
  frame: number;
  identity: Identity;
}

/** Everybody found in a result, frame by frame, with who they were in the original. */
async function lookAt(file: string, truth: TrueFace[][]): Promise<Seen[]> {
  return withMedia(file, {}, async (media) => {
    if (media.kind !== 'video') throw new Error(`${file} is a ${media.kind}`);
    const seen: Seen[] = [];
    let frame = 0;
    for await (const { image } of readFrames(media.info)) {
      for (const { landmarks } of await finder.find(image)) {
        const owner = whose(landmarks, truth[frame]);
        if (owner) seen.push({ id: owner.id, frame, identity: await finder.describe(image, landmarks) });
      }
      frame++;
    }
    return seen;
  });
}

it('two who cross get a face each, and nobody the other one in any frame', async () => {
  const out = path.join(scratchFolder(), 'result.mp4');
  const [kenji, malik] = await Promise.all(
    ['kenji', 'malik'].map((name) => engine.prepare([portraitPath(name as PortraitName)])),
  );
  const media = clipPath('crossing');
  await engine.swap({ kinds: mediaKinds, media, bindings: { p1: kenji, p2: malik }, out, label: { visible: false } });
  const given = { tomas: await identityOf('kenji'), amara: await identityOf('malik') };
  const seen = await lookAt(out, clipTruth('crossing'));
  for (const { id, frame, identity } of seen) {
    const [own, others] = id === 'tomas' ? [given.tomas, given.amara] : [given.amara, given.tomas];
    expect(likeness(identity, own), `${id} in frame ${frame}`).toBeGreaterThan(likeness(identity, others));
  }
  expect(seen.filter(({ id }) => id === 'tomas')).toHaveLength(48);
  expect(seen.filter(({ id }) => id === 'amara').length).toBeGreaterThan(35);
});

it('who keeps their own face keeps it through every cut', async () => {
  const out = path.join(scratchFolder(), 'result.mp4');
  const media = clipPath('cuts');
  const bindings = {
    p1: await engine.prepare([portraitPath('freya')]),
    p2: await engine.prepare([portraitPath('kenji')]),
  };
  await engine.swap({ kinds: mediaKinds, media, bindings, out, label: { visible: false } });
  const given = { ines: await identityOf('freya'), otto: await identityOf('kenji'), nadia: await identityOf('nadia') };
  const seen = await lookAt(out, clipTruth('cuts'));
  expect(seen).toHaveLength(48);
  for (const { id, frame, identity } of seen) {
    const likenesses = Object.entries(given).map(([name, face]) => ({ name, value: likeness(identity, face) }));
    const [most] = likenesses.sort((a, b) => b.value - a.value);
    expect(most.name, `frame ${frame}`).toBe(id);
    if (id === 'nadia') expect(most.value, `frame ${frame}`).toBeGreaterThan(0.6);
  }
});
