import { mkdirSync } from 'node:fs';
import { FaceFinder } from '#engine/analyse/face-finder';
import { ModelStore } from '#engine/nets/model-store';
import { destinationMesh } from '#engine/swap/destination';
import { likeness as strength, prepareSource, swapFace } from '#engine/swap/mesh-swapper';
import { Workspace } from '#engine/swap/ops/workspace';
import { photographs, portraits, type Member } from './cast';
import { meanOf, measure, type Measures } from './measure';
import { Sheet } from './sheet';

/**
 * Swaps every face with every other, writes what came of it to `screenshots/` for looking at, and prints what can be
 * measured. `npm run contact-sheet -- portraits` or `-- photographs` for one set alone.
 */
const folder = 'screenshots/faces';
const sets = { portraits, photographs };

async function main(wanted: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const finder = await FaceFinder.load(await ModelStore.open());
  console.log('set            swaps  lost  to source  untouched  to target  eyes %  lips %  seam  sharp');
  for (const [name, gather] of Object.entries(sets)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await swapAll(name, await gather(finder), finder);
  }
  await finder.close();
}

async function swapAll(name: string, cast: Member[], finder: FaceFinder): Promise<void> {
  const sheet = new Sheet(cast.length + 1, cast.length + 1);
  const workspace = new Workspace();
  const measured: Measures[] = [];
  let lost = 0;
  for (const [index, member] of cast.entries()) {
    await sheet.place(index + 1, 0, member);
    await sheet.place(0, index + 1, member);
  }
  for (const [row, source] of cast.entries()) {
    const prepared = prepareSource([source]);
    for (const [column, target] of cast.entries()) {
      const result = { ...target.image, data: new Uint8Array(target.image.data) };
      swapFace(result, target.landmarks, prepared, { workspace });
      await sheet.place(column + 1, row + 1, { image: result, landmarks: target.landmarks });
      if (source === target) continue;
      const destination = destinationMesh(target.landmarks, prepared.landmarks, strength);
      const measures = await measure(finder, source, target, result, destination);
      if (measures) measured.push(measures);
      else lost++;
    }
  }
  await sheet.write(`${folder}/${name}.png`);
  report(name, measured, lost);
}

function report(name: string, measured: Measures[], lost: number): void {
  const mean = meanOf(measured);
  const columns = [
    name.padEnd(14),
    String(measured.length).padStart(5),
    String(lost).padStart(5),
    mean.toSource.toFixed(2).padStart(10),
    mean.untouched.toFixed(2).padStart(10),
    mean.toTarget.toFixed(2).padStart(10),
    mean.eyeError.toFixed(1).padStart(7),
    mean.lipError.toFixed(1).padStart(7),
    mean.seam.toFixed(2).padStart(5),
    mean.sharp.toFixed(2).padStart(6),
  ];
  console.log(columns.join(' '));
}

await main(process.argv.slice(2));
