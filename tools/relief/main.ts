// Measures the mean relief of faces, which completes what no photo shows: npm run relief -- [picture ...]
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import { ModelStore } from '#engine/nets/model-store';
import { measureRelief } from './measure-relief';

const root = fileURLToPath(new URL('../..', import.meta.url));
const result = path.join(root, 'engine/swap/source/atlas/mean-relief.json');

/** Of a development dependency, 21 faces. Only their mean is kept. */
function photographs(): string[] {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  return [1, 2, 3, 4, 5, 6].map((number) => path.join(folder, 'demo', `sample${number}.jpg`));
}

const files = process.argv.length > 2 ? process.argv.slice(2) : photographs();
const finder = await FaceFinder.load(await ModelStore.open());
const views = [];
for (const file of files) {
  const { image } = await readPicture(file);
  const faces = await finder.find(image);
  if (faces.length === 0) throw new Error(`${file} shows no face. Give pictures of people who look at the camera.`);
  for (const { landmarks } of faces) views.push({ image, landmarks, masks: await finder.mask(image, landmarks) });
}
await writeFile(result, `${JSON.stringify(measureRelief(views))}\n`);
console.log(`${path.relative(process.cwd(), result)}: the mean of ${views.length} faces.`);
process.exit(0);
