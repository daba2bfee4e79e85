import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Analysis, type Engine, type Landmarks } from '#engine';
import { sampleFaceNames, portraitSize, type SampleFaceName } from '#shared/sample-media';
import { groupPhoto, portraitBytes, portraitPath, portraitTruth } from '#tests/support/portraits';
import { sharedEngine } from '#tests/support/shared-engine';

let engine: Engine;
beforeAll(async () => void (engine = await sharedEngine()));

const points = {
  eyes: [33, 133, 159, 145, 263, 362, 386, 374],
  irises: [468, 473],
  lips: [61, 291, 0, 17, 13, 14, 78, 308],
  nose: [1, 4, 5, 98, 327, 6, 168],
};

/** Percent of the outer eye distance. */
function landmarkError(landmarks: Landmarks, name: SampleFaceName, indices: number[]): number {
  const { lm } = portraitTruth(name);
  const eyeDistance = Math.hypot(lm[33][0] - lm[263][0], lm[33][1] - lm[263][1]);
  const off = indices.map((i) => Math.hypot(landmarks[3 * i] - lm[i][0], landmarks[3 * i + 1] - lm[i][1]));
  return (100 * off.reduce((sum, value) => sum + value)) / off.length / eyeDistance;
}

const boxCentre = ({ box }: Analysis['persons'][number]) => [box.x + box.width / 2, box.y + box.height / 2];

describe.each(sampleFaceNames)('the portrait of %s', (name) => {
  let found: Analysis;
  beforeAll(async () => void (found = await engine.analyse(portraitPath(name))));

  test('shows one person, p1', () => {
    expect(found).toMatchObject({ kind: 'photo', format: 'jpeg', ...portraitSize });
    expect(found.persons.map(({ key }) => key)).toEqual(['p1']);
    expect(found.persons[0].score).toBeGreaterThan(0.7);
  });

  test('has landmarks and pose close to the truth', () => {
    const { landmarks, pose } = found.persons[0];
    expect(landmarks).toHaveLength(478 * 3);
    expect(landmarkError(landmarks, name, points.irises)).toBeLessThan(1.4);
    expect(landmarkError(landmarks, name, points.eyes)).toBeLessThan(3);
    expect(landmarkError(landmarks, name, points.lips)).toBeLessThan(4);
    expect(landmarkError(landmarks, name, points.nose)).toBeLessThan(4.2);
    const { state } = portraitTruth(name);
    expect(Math.abs(pose.yaw - state.yaw)).toBeLessThan(5);
    expect(Math.abs(pose.roll + state.roll)).toBeLessThan(4);
  });

  test('gives a square thumbnail of the face', async () => {
    const { thumbnail, box, share, frontalScore } = found.persons[0];
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    const again = await engine.analyse(thumbnail);
    expect(again.persons).toHaveLength(1);
    expect(again.persons[0].share).toBeGreaterThan(0.2);
    expect(share).toBeCloseTo((box.width * box.height) / (portraitSize.width * portraitSize.height));
    expect(frontalScore).toBeGreaterThan(0.9);
  });
});

describe('several people', () => {
  test('are numbered by size, then from left to right, deterministically', async () => {
    const photo = await groupPhoto([
      { name: 'diego', height: 480 },
      { name: 'freya', height: 960 },
      { name: 'lin', height: 600 },
    ]);
    const first = await engine.analyse(photo);
    expect(first.persons.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3']);
    const x = first.persons.map((person) => boxCentre(person)[0]);
    expect(x[0]).toBeGreaterThan(384);
    expect(x[0]).toBeLessThan(1152);
    expect(x[1]).toBeGreaterThan(1152);
    expect(x[2]).toBeLessThan(384);
    const again = await engine.analyse(photo);
    expect(again.persons.map(boxCentre)).toEqual(first.persons.map(boxCentre));
  });

  test('are found when small in a large picture', async () => {
    const small = await sharp(portraitPath('kenji')).resize({ height: 150 }).toBuffer();
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#888' } })
      .composite([{ input: small, left: 2100, top: 400 }])
      .jpeg()
      .toBuffer();
    const { persons } = await engine.analyse(photo);
    expect(persons).toHaveLength(1);
    const [x, y] = boxCentre(persons[0]);
    expect(Math.hypot(x - 2155, y - 475)).toBeLessThan(20);
  });

  test('give the same result when analysed concurrently', async () => {
    const alone = await engine.analyse(portraitPath('amara'));
    const [together] = await Promise.all([
      engine.analyse(portraitPath('amara')),
      engine.analyse(portraitPath('otto')),
      engine.analyse(portraitPath('lin')),
    ]);
    expect(together.persons[0].landmarks).toEqual(alone.persons[0].landmarks);
  });
});

describe('unusual pictures', () => {
  test('finds no false faces in hair, cloth and lights of large pictures', async () => {
    for (const name of ['elsa', 'kenji', 'lin', 'malik', 'otto'] as const) {
      const large = await sharp(portraitPath(name)).resize({ width: 2200 }).jpeg().toBuffer();
      expect((await engine.analyse(large)).persons).toHaveLength(1);
    }
  });

  test('finds no persons in an empty picture', async () => {
    const empty = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#9ab' } })
      .png()
      .toBuffer();
    expect((await engine.analyse(empty)).persons).toEqual([]);
  });

  test('applies the EXIF orientation', async () => {
    const upright = await engine.analyse(portraitPath('sofia'));
    const turned = await sharp(portraitPath('sofia'))
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(await sharp(turned).metadata()).toMatchObject({ width: 960, height: 768, orientation: 6 });
    const found = await engine.analyse(turned);
    expect(found).toMatchObject(portraitSize);
    expect(landmarkError(found.persons[0].landmarks, 'sofia', points.eyes)).toBeLessThan(3);
    expect(boxCentre(found.persons[0])[0]).toBeCloseTo(boxCentre(upright.persons[0])[0], -1);
  });

  test('finds a face rotated by 60 degrees', async () => {
    const lying = await sharp(portraitPath('nadia')).rotate(60, { background: '#777' }).jpeg().toBuffer();
    const { persons } = await engine.analyse(lying);
    expect(persons).toHaveLength(1);
    expect(persons[0].pose.roll).toBeGreaterThan(45);
  });

  test.each([90, 180, 270])(
    'finds a face in a picture rotated by %i degrees without an orientation tag',
    async (turn) => {
      const upright = (await engine.analyse(portraitPath('diego'))).persons[0];
      const turned = await sharp(portraitPath('diego')).rotate(turn).jpeg({ quality: 95 }).toBuffer();
      const { persons } = await engine.analyse(turned);
      expect(persons).toHaveLength(1);
      expect(persons[0].share).toBeCloseTo(upright.share, 1);
      const roll = (persons[0].pose.roll - upright.pose.roll + 360) % 360;
      expect(Math.abs(roll - turn)).toBeLessThan(5);
    },
  );

  test('finds a face that stands on its head though its mouth and nostrils resemble eyes', async () => {
    const upsideDown = await sharp('public/samples/scenes/freya.jpg').rotate(180).toBuffer();
    const { persons } = await engine.analyse(upsideDown);
    expect(persons).toHaveLength(1);
    expect(Math.abs(persons[0].pose.roll)).toBeGreaterThan(150);
  });

  test('rejects with aborted before and during work', async () => {
    await expect(engine.analyse(portraitPath('otto'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    const later = new AbortController();
    const work = engine.analyse(portraitPath('otto'), {
      signal: later.signal,
      onProgress: (stage) => stage === 'detecting' && later.abort(),
    });
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
  });

  test('applies the given limits', async () => {
    const limits = { maxSide: 900 };
    await expect(engine.analyse(portraitBytes('otto'), { limits })).rejects.toMatchObject({ code: 'too_large' });
  });
});
