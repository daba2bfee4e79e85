import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaKinds as kinds, type Engine } from '#engine';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import type { Image } from '#engine/types';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';
import { ModelStore } from '#engine/nets/model-store';
import { readAllFrames } from '#tests/bench/quality/clips/read-frames';
import { findFacesInFrames } from '#tests/bench/quality/clips/sightings';
import { meanChange, middleOf } from '#tests/bench/quality/metrics/change';
import { isWrongIdentity } from '#tests/bench/quality/metrics/identity';
import { clipPath, clipTruth, type TrueFace } from '#tests/support/clips';
import { type SampleFaceName } from '#shared/sample-media';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';
import { sharedEngine, sharedSource } from '#tests/support/shared-engine';

let engine: Engine;
let finder: FaceFinder;
beforeAll(async () => {
  engine = await sharedEngine();
  finder = await FaceFinder.load(await ModelStore.open());
});
afterAll(() => finder.close());

const sourceOf = sharedSource;

async function identityOf(name: SampleFaceName): Promise<FaceEmbedding> {
  const { image } = await readPicture(portraitPath(name));
  const [face] = await finder.find(image);
  return finder.embed(image, face.landmarks);
}

/** The second scene's first frame hides the person behind. */
const CUT = 24;
const crossingWidth = 512;
const talk = { width: 384, scale: 288 / 324 };

/** A third talks beside them; the second scene swaps sides. */
async function filmCrossing(folder: string): Promise<{ file: string; truth: TrueFace[][] }> {
  const file = path.join(folder, 'three.mp4');
  const graph = [
    '[0:v]split[a][b]',
    `[1:v]scale=${talk.width}:288,split[c][d]`,
    `[a][c]hstack,trim=end_frame=${CUT},setpts=PTS-STARTPTS[one]`,
    `[d][b]hstack,trim=start_frame=${CUT},setpts=PTS-STARTPTS[two]`,
    // Padding keeps the aspect ratio within limits.
    '[one][two]concat,pad=896:420:0:0,setsar=1[out]',
  ].join(';');
  const inputs = ['-i', clipPath('crossing'), '-i', clipPath('talk')];
  await runFfmpeg([...inputs, '-filter_complex', graph, '-map', '[out]', '-preset', 'ultrafast', '-crf', '16', file]);
  const talking = clipTruth('talk');
  const truth = clipTruth('crossing').map((faces, frame) => {
    const [crossingLeft, talkLeft] = frame < CUT ? [0, crossingWidth] : [talk.width, 0];
    return [
      ...faces.map((face) => placed(face, 1, crossingLeft)),
      ...talking[frame].map((face) => placed(face, talk.scale, talkLeft)),
    ];
  });
  return { file, truth };
}

function placed(face: TrueFace, scale: number, x: number): TrueFace {
  const [left, top, right, bottom] = face.box.map((value) => value * scale);
  return {
    ...face,
    box: [left + x, top, right + x, bottom],
    lm: face.lm.map(([index, px, py]) => [index, px * scale + x, py * scale]),
  };
}

/** Finding and embedding faces costs more than swapping them. */
const everySecond = <T>(frames: readonly T[]): T[] => frames.filter((_frame, index) => index % 2 === 0);

describe('two persons who cross beside a third, with a cut', () => {
  const given: Record<string, SampleFaceName> = { tomas: 'kenji', amara: 'nadia' };
  let folder: string;
  let truth: TrueFace[][];
  let originals: Image[];
  let results: Image[];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
    const film = await filmCrossing(folder);
    truth = film.truth;
    const tracks = path.join(folder, 'tracks');
    const { persons } = await engine.analyse(film.file, { kinds, tracks });
    const idOf = (box: { x: number; y: number }) =>
      truth
        .flat()
        .map(({ id, box: [left, top] }) => ({ id, away: Math.hypot(left - box.x, top - box.y) }))
        .sort((a, b) => a.away - b.away)[0].id;
    const ids = persons.map(({ box }) => idOf(box));
    expect([...ids].sort()).toEqual(['amara', 'malik', 'tomas']);
    const bindings = Object.fromEntries(
      await Promise.all(
        Object.entries(given).map(async ([id, name]) => [persons[ids.indexOf(id)].key, await sourceOf(name)]),
      ),
    );
    const out = path.join(folder, 'result.mp4');
    await engine.swap({ kinds, media: film.file, bindings, out, tracks, label: { visible: false } });
    [originals, results] = [await readAllFrames(film.file), await readAllFrames(out)];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('each get their own new face throughout, and the third keeps theirs', async () => {
    const people = await Promise.all(
      (['tomas', 'amara', 'malik'] as const).map(async (id) => ({
        id,
        own: await identityOf(id),
        given: given[id] && (await identityOf(given[id])),
      })),
    );
    const seen = await findFacesInFrames(finder, everySecond(results), everySecond(truth));
    const framesWith = (id: string) => seen.filter((faces) => faces.has(id));
    expect(framesWith('tomas')).toHaveLength(24);
    expect(framesWith('malik')).toHaveLength(24);
    expect(framesWith('amara').length).toBeGreaterThan(17);
    seen.forEach((faces, half) => {
      const frame = 2 * half;
      for (const [id, { identity }] of faces) {
        expect(isWrongIdentity(identity, id, people), `${id} in frame ${frame}`).toBe(false);
      }
      const [tomas] = people;
      const now = faces.get('tomas')!.identity;
      expect(cosineSimilarity(now, tomas.given!), `tomas in frame ${frame}`).toBeGreaterThan(
        cosineSimilarity(now, tomas.own),
      );
    });
  });

  test('change in every frame that shows them, and the third in none', () => {
    const changes = (id: string) =>
      truth.map((faces, frame) => {
        const { box } = faces.find((face) => face.id === id)!;
        return meanChange(results[frame], originals[frame], middleOf(box));
      });
    expect(Math.max(...changes('malik'))).toBeLessThan(3);
    expect(Math.min(...changes('tomas'))).toBeGreaterThan(4);
    expect(changes('amara').filter((change) => change > 4).length).toBeGreaterThan(20);
  });
});

test('an unselected person keeps their face across cuts, and the others change in every frame', async () => {
  const out = path.join(scratchFolder(), 'result.mp4');
  const bindings = { p1: await sourceOf('freya'), p2: await sourceOf('kenji') };
  await engine.swap({ kinds, media: clipPath('cuts'), bindings, out, label: { visible: false } });
  const given = { ines: await identityOf('freya'), otto: await identityOf('kenji'), nadia: await identityOf('nadia') };
  const [results, originals] = [await readAllFrames(out), await readAllFrames(clipPath('cuts'))];
  clipTruth('cuts').forEach(([{ id, box }], frame) => {
    const change = meanChange(results[frame], originals[frame], middleOf(box));
    if (id === 'nadia') expect(change, `frame ${frame}`).toBeLessThan(3);
    else expect(change, `frame ${frame}`).toBeGreaterThan(4);
  });
  const seen = await findFacesInFrames(finder, everySecond(results), everySecond(clipTruth('cuts')));
  expect(seen.map((faces) => faces.size)).toEqual(Array(24).fill(1));
  seen.forEach((faces, half) => {
    const frame = 2 * half;
    const [[id, { identity }]] = faces;
    const likenesses = Object.entries(given).map(([name, face]) => ({ name, value: cosineSimilarity(identity, face) }));
    const [most] = likenesses.sort((a, b) => b.value - a.value);
    expect(most.name, `frame ${frame}`).toBe(id);
    if (id === 'nadia') expect(most.value, `frame ${frame}`).toBeGreaterThan(0.6);
  });
});
