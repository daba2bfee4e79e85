// Measures the mean relief of faces, which completes what no photo shows: npm run relief -- [portrait ...]
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FaceFinder } from '#engine/analyse/face-finder';
import { readPicture } from '#engine/media/read-picture';
import { ModelStore } from '#engine/nets/model-store';
import { measureRelief } from './measure-relief';

const root = fileURLToPath(new URL('../..', import.meta.url));
const result = path.join(root, 'engine/swap/source/mean-relief.json');

async function renderedPortraits(): Promise<string[]> {
  const folder = path.join(root, 'public/samples/portraits');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
  return names.sort().map((name) => path.join(folder, name));
}

const files = process.argv.length > 2 ? process.argv.slice(2) : await renderedPortraits();
const finder = await FaceFinder.load(await ModelStore.open());
const views = [];
for (const file of files) {
  const { image } = await readPicture(file);
  const [face] = await finder.find(image);
  if (!face) throw new Error(`${file} shows no face. Give portraits of one person each.`);
  views.push({ image, landmarks: face.landmarks, masks: await finder.mask(image, face.landmarks) });
}
await writeFile(result, `${JSON.stringify(measureRelief(views))}\n`);
console.log(`${path.relative(process.cwd(), result)}: the mean of ${views.length} faces.`);
process.exit(0);
