import { prepareSource, swapFace, type MeshSource } from '#engine/swap/mesh-swapper';
import { Workspace } from '#engine/swap/ops/workspace';
import type { FaceView } from '#engine/types';
import { faceView } from '#tests/support/face-views';
import { formatTable, type Table } from '#tests/bench/table';
import { findOpenCv, timeOpenCv, type OpenCvTimes } from './opencv';
import { faceSizes, sceneOf } from './scenes';
import { cpuTime, quartile } from './time';

const warmUps = 15;
const runs = 15;
const openCvRuns = 5;
const stages = ['geometry', 'grid', 'mask', 'tone', 'membrane', 'raster', 'composite', 'texture'] as const;
type Stage = (typeof stages)[number];

/** OpenCV lacks texture matching. */
const counterparts: Record<keyof OpenCvTimes, readonly Stage[]> = {
  warp: ['geometry', 'raster', 'composite'],
  mask: ['grid', 'mask'],
  blend: ['tone', 'membrane', 'texture'],
};

export async function benchEngine(): Promise<void> {
  const source = await faceView('tomas');
  const targets = await Promise.all(faceSizes.map((size) => sceneOf('lin', size)));
  const prepared = prepareSource([source]);
  const preparing: number[] = [];
  for (let run = 0; run < 5; run++) {
    const start = cpuTime();
    prepareSource([source]);
    preparing.push(cpuTime() - start);
  }
  console.log(`Preparing a source: ${quartile(preparing).toFixed(0)} ms of CPU time.\n`);

  const workspace = new Workspace();
  const ours = targets.map((target) => timeStages(target, prepared, workspace));
  console.log(formatTable(stageTable(ours)));
  const python = findOpenCv();
  if (!python) console.log('OpenCV not found; comparison skipped. Install it with: apt-get install python3-opencv');
  else console.log(formatTable(comparison(ours, await timeOpenCv(python, source, targets, openCvRuns))));
}

function timeStages({ image, landmarks }: FaceView, source: MeshSource, workspace: Workspace): Record<Stage, number> {
  const original = image.data.slice();
  const times: number[][] = [];
  for (let run = -warmUps; run < runs; run++) {
    image.data.set(original);
    const marks = [cpuTime()];
    swapFace(image, landmarks, source, { workspace, onStage: () => marks.push(cpuTime()) });
    if (run >= 0) times.push(stages.map((_, stage) => marks[stage + 1] - marks[stage]));
  }
  image.data.set(original);
  const quartiles = stages.map((stage, i) => [stage, quartile(times.map((run) => run[i]))]);
  return Object.fromEntries(quartiles) as Record<Stage, number>;
}

const totalOf = (times: Record<string, number>): number => Object.values(times).reduce((sum, time) => sum + time, 0);

function stageTable(ours: readonly Record<Stage, number>[]): Table {
  return {
    title: `Swapping one face, CPU milliseconds (lower quartile of ${runs} runs)`,
    columns: ['face', ...stages, 'total'],
    rows: ours.map((times, i) => [
      `${faceSizes[i]} px`,
      ...stages.map((stage) => times[stage].toFixed(2)),
      totalOf(times).toFixed(1),
    ]),
  };
}

function comparison(ours: readonly Record<Stage, number>[], theirs: readonly OpenCvTimes[]): Table {
  const names = Object.keys(counterparts) as (keyof OpenCvTimes)[];
  const beside = (own: number, other: number) => [own.toFixed(1), other.toFixed(1), `${(other / own).toFixed(1)}×`];
  return {
    title: 'Comparison with OpenCV by stage: ours, OpenCV, speed-up',
    columns: ['face', ...names.flatMap((name) => [name, 'OpenCV', '']), 'total', 'OpenCV', ''],
    rows: ours.map((times, i) => [
      `${faceSizes[i]} px`,
      ...names.flatMap((name) =>
        beside(
          counterparts[name].reduce((sum, stage) => sum + times[stage], 0),
          theirs[i][name],
        ),
      ),
      ...beside(totalOf(times), totalOf({ ...theirs[i] })),
    ]),
  };
}
