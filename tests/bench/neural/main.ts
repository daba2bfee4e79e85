import { performance } from 'node:perf_hooks';
import { swapperSpec } from '#engine/neural/built-in';
import type { NetRunner } from '#engine/neural/net-runner';
import { recipeDefaults, type NeuralRecipe } from '#engine/neural/recipe';
import { swapFace, targetFace } from '#engine/neural/swap-face';
import { cpuTime, quartile } from '#tests/bench/engine/time';
import { sceneOf } from '#tests/bench/engine/scenes';
import { formatTable } from '#tests/bench/table';
import { benchBusyShare } from './video';

const warmUps = 10;
const runs = 20;
const sides = [128, 256, 512] as const;
const faceSizes = [128, 256, 512] as const;

export async function benchNeural(): Promise<void> {
  await benchFaces();
  await benchBusyShare();
}

/** Everything but the net: crop, tensors, masks, paste. */
async function benchFaces(): Promise<void> {
  const faces = await Promise.all(faceSizes.map((size) => sceneOf('lin', size)));
  const rows: string[][] = [];
  for (const side of sides) {
    const swapper = swapperSpec('net', 'hyperswap', side);
    for (const masks of [['box'], ['box', 'own']] as const) {
      const recipe: NeuralRecipe = {
        ...recipeDefaults,
        id: '',
        name: '',
        swapper,
        boost: side,
        masks,
        fingerprint: '',
      };
      const times = [];
      for (const { image, landmarks } of faces) times.push(await timeFace(image, landmarks, recipe));
      rows.push([`${side}, ${masks.join(' + ')}`, ...times.map((time) => time.toFixed(2))]);
    }
  }
  const columns = ['crop', ...faceSizes.map((size) => `face of ${size} px`)];
  console.log(formatTable({ title: 'Around the net, CPU milliseconds for one face', columns, rows }));
}

const side160 = 160;
const masks = { side: side160, hair: new Uint8Array(side160 ** 2), cover: new Uint8Array(side160 ** 2) };

async function timeFace(
  image: Parameters<typeof swapFace>[0],
  landmarks: Float32Array,
  recipe: NeuralRecipe,
): Promise<number> {
  const answer = new Float32Array(3 * recipe.boost ** 2);
  const nets: NetRunner = { run: () => Promise.resolve(answer) };
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const [start, began] = [cpuTime(), performance.now()];
    await swapFace(image, targetFace(landmarks, recipe, masks), new Float32Array(512), recipe, nets);
    if (run >= 0) times.push(Math.min(cpuTime() - start, performance.now() - began));
  }
  return quartile(times);
}
