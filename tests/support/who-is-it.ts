import { createHash } from 'node:crypto';
import { FaceFinder } from '#engine/analyse/face-finder';
import { runFfmpeg } from './ffmpeg';
import { readPicture } from '#engine/media/read-picture';
import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';
import { ModelStore } from '#engine/nets/model-store';
import { type SampleFaceName } from '#shared/sample-media';
import { portraitBytes } from './portraits';

/** Re-encoded face to itself. */
const SAME_PICTURE = 0.85;

/** Per process, with which it ends. */
let loaded: Promise<FaceFinder> | undefined;
const finderOfProcess = () => (loaded ??= ModelStore.open().then((store) => FaceFinder.load(store)));

const found = new Map<string, Promise<FaceEmbedding[]>>();

/** From left to right; found once in each picture. */
function facesIn(picture: Buffer): Promise<FaceEmbedding[]> {
  const digest = createHash('sha256').update(picture).digest('hex');
  const faces = found.get(digest) ?? findFaces(picture);
  found.set(digest, faces);
  return faces;
}

async function findFaces(picture: Buffer): Promise<FaceEmbedding[]> {
  const finder = await finderOfProcess();
  const { image } = await readPicture(picture);
  const faces = [...(await finder.find(image))].sort((a, b) => a.box.x - b.box.x);
  return Promise.all(faces.map(({ landmarks }) => finder.embed(image, landmarks)));
}

const faceOf = async (name: SampleFaceName) => (await facesIn(portraitBytes(name)))[0]!;

/** Largest increase in similarity, from left to right. */
export async function whoIsIn(
  after: Buffer,
  before: Buffer,
  given: readonly SampleFaceName[],
): Promise<(SampleFaceName | 'as before')[]> {
  const [faces, own] = [await facesIn(after), await facesIn(before)];
  const known = await Promise.all(given.map(async (name) => ({ name, face: await faceOf(name) })));
  return faces.map((face, index) => {
    if (cosineSimilarity(face, own[index]!) > SAME_PICTURE) return 'as before';
    const gains = known.map((one) => cosineSimilarity(face, one.face) - cosineSimilarity(own[index]!, one.face));
    return known[gains.indexOf(Math.max(...gains))]!.name;
  });
}

export function frameAt(file: string, seconds: number): Promise<Buffer> {
  return runFfmpeg(['-ss', String(seconds), '-i', file, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1']);
}
