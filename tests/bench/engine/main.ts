import { performance } from 'node:perf_hooks';
import { prepareSource, swapFace, type MeshSource } from '#engine/swap/mesh-swapper';
import { Workspace } from '#engine/swap/ops/workspace';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';
import { findOpenCv, timeOpenCv } from './opencv';
import { faceSizes, sceneOf } from './scenes';

const warmUps = 5;
const runs = 15;
const openCvRuns = 5;
const stages = ['geometry', 'grid', 'mask', 'tone', 'membrane', 'raster', 'composite', 'finish'];

/** Prints what each stage of a photo swap takes at several face sizes, beside the OpenCV recipe in the same run. */
export async function benchEngine(): Promise<void> {
  const source = await faceView('tomas');
  const targets = await Promise.all(faceSizes.map((size) => sceneOf('lin', size)));
  console.log(`Preparing a source: ${medianTime(() => prepareSource([source])).toFixed(0)} ms`);
  const python = findOpenCv();
  const theirs = python ? await timeOpenCv(python, source, targets, openCvRuns) : undefined;
  if (!theirs) console.log('OpenCV is not here (apt-get install python3-opencv), so there is nothing to compare with.');

  console.log(`Swapping one face, one thread, milliseconds (median of ${runs})`);
  const header = [...stages, 'together', 'opencv', 'ratio'].map((title) => title.padStart(9)).join(' ');
  console.log(`${'face px'.padEnd(8)} ${header}`);
  const prepared = prepareSource([source]);
  const workspace = new Workspace();
  for (const [index, target] of targets.entries()) {
    const times = timeStages(target, prepared, workspace);
    const together = median(times.map((run) => run.reduce((sum, time) => sum + time, 0)));
    const cells = stages.map((_, stage) => median(times.map((run) => run[stage])).toFixed(2));
    cells.push(together.toFixed(2));
    if (theirs) cells.push(theirs[index].toFixed(0), `${(theirs[index] / together).toFixed(1)}×`);
    console.log(`${String(faceSizes[index]).padEnd(8)} ${cells.map((cell) => cell.padStart(9)).join(' ')}`);
  }
}

/** Milliseconds of each stage in each run; the picture is restored in between, outside the clock. */
function timeStages({ image, landmarks }: FaceView, source: MeshSource, workspace: Workspace): number[][] {
  const original = image.data.slice();
  const times: number[][] = [];
  for (let run = -warmUps; run < runs; run++) {
    image.data.set(original);
    const marks = [performance.now()];
    swapFace(image, landmarks, source, { workspace, onStage: () => marks.push(performance.now()) });
    if (run >= 0) times.push(stages.map((_, stage) => marks[stage + 1] - marks[stage]));
  }
  image.data.set(original);
  return times;
}

function medianTime(work: () => void): number {
  const times = Array.from({ length: warmUps }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
