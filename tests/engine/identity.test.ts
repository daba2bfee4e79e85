import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import { cosineSimilarity, SAME_PERSON_SIMILARITY, type FaceEmbedding } from '#engine/nets/face-embedder';
import { ModelStore } from '#engine/nets/model-store';
import { sampleFaceNames, type SampleFaceName } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';

let finder: FaceFinder;
beforeAll(async () => void (finder = await FaceFinder.load(await ModelStore.open())));
afterAll(() => finder.close());

async function identityOf(input: string | Buffer): Promise<FaceEmbedding> {
  const { image } = await readPicture(input);
  const [face] = await finder.find(image);
  return finder.embed(image, face.landmarks);
}

/** Smaller, rotated, darker, softer. */
function retaken(name: SampleFaceName): Promise<Buffer> {
  return sharp(portraitPath(name))
    .modulate({ brightness: 0.8 })
    .rotate(12, { background: '#556' })
    .resize({ width: 420 })
    .blur(0.8)
    .jpeg({ quality: 80 })
    .toBuffer();
}

test('distinguishes a person in another photo from all others', async () => {
  const known = new Map<SampleFaceName, FaceEmbedding>();
  for (const name of sampleFaceNames) known.set(name, await identityOf(portraitPath(name)));
  for (const name of sampleFaceNames) {
    const again = await identityOf(await retaken(name));
    const ranked = [...known].map(([other, identity]) => ({ other, like: cosineSimilarity(again, identity) }));
    ranked.sort((a, b) => b.like - a.like);
    expect(ranked[0].other).toBe(name);
    expect(ranked[0].like).toBeGreaterThan(SAME_PERSON_SIMILARITY);
    expect(ranked[0].like - ranked[1].like).toBeGreaterThan(0.1);
  }
});
