import { expect, test } from 'vitest';
import { loadRuntime } from '#engine/nets/runtime';
import { personOf } from './names';
import { samePersonTable } from './bench-same-person';
import { everyPair, listedPairs, pairsOfOnePerson } from './pairs';
import type { Picture } from './read-folder';
import { identityFigures, identityTable, NO_FACE_IN_RESULT, untouchedDistances } from './identity-figures';
import { recognitionGraph } from './recognition-graph';
import { alignedBox, distance } from './recognition-net';
import { decodeWeights, readRecognitionWeights } from './recognition-weights';

const picture = (name: string, ...descriptor: number[]) => ({
  name,
  person: personOf(name),
  descriptor: Float32Array.from(descriptor),
});

test('a file name gives the person; a number of up to two digits counts their pictures', () => {
  expect(['ann-1.jpg', 'mary-ann_02.mp4', 'ben 3.png'].map(personOf)).toEqual(['ann', 'mary-ann', 'ben']);
  expect(['d19.mp4', 'small-0143.jpg', 'plain.jpg'].map(personOf)).toEqual(['d19', 'small-0143', 'plain']);
});

const ann = [picture('ann-1.jpg', 0, 0), picture('ann-2.jpg', 0.3, 0)];
const ben = [picture('ben-1.jpg', 1, 0), picture('ben-2.jpg', 1, 0.4)];
const eve = picture('eve.jpg', 0, 1);
const gallery = [...ann, ...ben, eve];

test('pairs are first pictures on second ones, or on the only one', () => {
  const named = everyPair(gallery).map(({ source, target }) => `${source.name} ${target.name}`);
  expect(named).toEqual([
    'ann-1.jpg ben-2.jpg',
    'ann-1.jpg eve.jpg',
    'ben-1.jpg ann-2.jpg',
    'ben-1.jpg eve.jpg',
    'eve.jpg ann-2.jpg',
    'eve.jpg ben-2.jpg',
  ]);
});

test('each person is put on themselves, picture by picture, where a face is seen', () => {
  const shown = (name: string, isSeen = true): Picture => {
    const seen = isSeen ? ({} as Picture['seen']) : undefined;
    return { name, person: personOf(name), media: name, seen };
  };
  const pictures = [shown('ann-1.jpg'), shown('ann-2.jpg'), shown('ann-3.jpg', false), shown('ben-1.jpg')];
  const named = pairsOfOnePerson(pictures).map(({ source, target }) => `${source.name} ${target.name}`);
  expect(named).toEqual(['ann-1.jpg ann-2.jpg', 'ann-2.jpg ann-1.jpg']);
});

test('colour errors count each person once', () => {
  const lips = (red: number) => ({ lips: { bias: [0, red, 0], size: [1, Math.abs(red), 1] } as const });
  const { rows } = samePersonTable([
    { person: 'ann', errors: lips(3) },
    { person: 'ann', errors: lips(1) },
    { person: 'ben', errors: lips(-4) },
  ]);
  expect(rows.find(([zone]) => zone === 'lips')).toEqual(['lips', '0.0', '-1.0', '0.0', '1.0', '3.0', '1.0']);
  expect(rows[0]).toEqual(['brows', '', '', '', '', '', '']);
});

test('a list names pairs; an unknown name is an error that gives the line', () => {
  expect(listedPairs('# all\n\neve.jpg, ann-1.jpg # turned\n', gallery)).toEqual([{ source: eve, target: ann[0] }]);
  expect(() => listedPairs('eve.jpg ann-1.jpg\neve.jpg zoe.jpg', gallery)).toThrow('Line 2 of the list');
  expect(() => listedPairs('eve.jpg', gallery)).toThrow('must name a source and a target');
});

test('figures count refusals and lost faces apart, and ignore the source itself as nearest', () => {
  const swapped = (toSource: number, ...values: number[]) => {
    return { descriptor: Float32Array.from(values), toSource, toTarget: 0.7 };
  };
  const results = [
    { source: ann[0], outcome: swapped(0.5, 0.3, 0.4) },
    { source: ann[0], outcome: swapped(1, 1, 0.1) }, // nearest to Ben
    { source: eve, outcome: swapped(0.3, 0, 0.9) }, // the only picture of Eve
    { source: ann[0], outcome: 'no_face' },
    { source: ann[0], outcome: NO_FACE_IN_RESULT },
  ];
  const figures = identityFigures(results, gallery);
  expect(figures).toMatchObject({ pairs: 5, refused: 1, lost: 1, verified: 2 / 3, nearest: 0.5 });
  expect(figures.toSource).toBeCloseTo(0.6, 5);
  expect(figures.toTarget).toBeCloseTo(0.7, 5);
  expect(identityFigures([], gallery)).toMatchObject({ pairs: 0, verified: NaN });
  expect(identityTable({ all: figures }).rows[5]).toEqual(['verified (< 0.6), %', '67']);
  expect(untouchedDistances([...ann, ben[0]])).toEqual({
    same: expect.closeTo(0.3, 5),
    strangers: expect.closeTo(0.85, 5),
  });
});

test('weights of one byte are scaled, others are floats', () => {
  const file = Buffer.concat([Buffer.from([0, 2]), Buffer.from(Float32Array.of(1.5).buffer)]);
  const quantization = { dtype: 'uint8', scale: 0.5, min: -1 };
  const weights = decodeWeights(
    [
      { name: 'a', shape: [2], quantization },
      { name: 'b', shape: [1] },
    ],
    file,
  );
  expect([...weights.values()].map(({ data }) => [...data])).toEqual([[-1, 0], [1.5]]);
});

test('the net gives 128 numbers and the same ones for the same face', async () => {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(recognitionGraph(await readRecognitionWeights()));
  const describe = async (light: number) => {
    const image = new Tensor('float32', new Float32Array(3 * 150 * 150).fill(light), [1, 3, 150, 150]);
    return (await session.run({ image })).identity.data as Float32Array;
  };
  const [grey, again, white] = [await describe(0), await describe(0), await describe(0.5)];
  expect(grey).toHaveLength(128);
  expect(distance(grey, again)).toBe(0);
  expect(distance(grey, white)).toBeGreaterThan(0.01);
});

test('the aligned crop surrounds jaw and brows by a tenth on each side, within the picture', () => {
  const landmarks = new Float32Array(3 * 478).fill(50);
  [landmarks[3 * 127], landmarks[3 * 356], landmarks[3 * 152 + 1]] = [10, 60, 90];
  expect(alignedBox(landmarks, { width: 200, height: 92 })).toEqual({ left: 5, top: 46, width: 60, height: 46 });
});
