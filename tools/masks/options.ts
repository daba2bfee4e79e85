import { readArguments, wholeNumber } from '#engine/cli/arguments';
import { UsageError } from '#engine/cli/command';
import type { Options } from '#engine/cli/parse-strictly';

export const usage = `npm run masks -- [options]    trains engine/models/face-masks.onnx: see tools/masks/README.md
  --rendered DIR   pictures of rendered people; repeat for several (public/samples/portraits)
  --real DIR       photographs for the second step; without it the first step's weights are exported
  --hands DIR      rendered hands; without it all hands are drawn
  --evaluate DIR   pictures to measure with, in folders named worn, bare, other, beard …; repeat for each folder
  --work DIR       where faces, samples, weights and contact sheets go (.cache/masks)
  --samples N      samples of each step (12000)
  --steps N        batches of 16 of each step (4000)
  --python FILE    a Python that has torch and cv2 (python3)
  --install        copy the result to engine/models and write its checksum into the manifest`;

const options = {
  rendered: { type: 'string', multiple: true, default: ['public/samples/portraits'] },
  real: { type: 'string', multiple: true, default: [] },
  hands: { type: 'string' },
  evaluate: { type: 'string', multiple: true, default: [] },
  work: { type: 'string', default: '.cache/masks' },
  samples: { type: 'string', default: '12000' },
  steps: { type: 'string', default: '4000' },
  python: { type: 'string', default: 'python3' },
  install: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies Options;

/** @throws UsageError */
export function readOptions(args: string[]) {
  const { values } = readArguments(args, options);
  return {
    ...values,
    samples: positive(values.samples, '--samples'),
    steps: positive(values.steps, '--steps'),
  };
}

function positive(value: string, option: string): number {
  const number = wholeNumber(value, option);
  if (number === 0) throw new UsageError(`${option} must be at least 1.`);
  return number;
}
