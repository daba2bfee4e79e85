import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadRuntime } from '#engine/nets/runtime';
import { floatsOf, tensorFor } from '#engine/neural/net-tensors';
import { packError } from './fault';
import type { Signature } from './signature';

/** Smaller differences between the numbers of an output mean that it shows nothing. */
const MIN_SPREAD = 1e-6;

/**
 * Runs the net on zeros and on fixed noise: its output must be finite, and on noise not constant. Blocks the thread
 * while the net is loaded and run.
 * @returns milliseconds of the second run
 * @throws EngineError `model_unfit`
 */
export async function selfTest(path: string, signature: Signature): Promise<number> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(path, { logSeverityLevel: 4 }).catch((cause: Error) => {
    throw packError('model_unfit', `${path} cannot be loaded: ${cause.message}. Use another export.`, cause);
  });
  try {
    await assertAnswer(
      path,
      session,
      feeds(Tensor, session, signature, () => 0),
      signature,
      0,
    );
    const start = performance.now();
    await assertAnswer(path, session, feeds(Tensor, session, signature, noise()), signature, MIN_SPREAD);
    return performance.now() - start;
  } finally {
    await session.release();
  }
}

type Feeds = Record<string, Tensor>;

function feeds(Type: typeof Tensor, session: InferenceSession, { inputs }: Signature, next: () => number): Feeds {
  const present = inputs.filter(({ name }) => session.inputNames.includes(name));
  return Object.fromEntries(
    present.map(({ name, shape }) => {
      const length = shape.reduce((product, size) => product * size, 1);
      return [name, tensorFor(session, Type, name, Float32Array.from({ length }, next), shape)];
    }),
  );
}

async function assertAnswer(
  path: string,
  session: InferenceSession,
  input: Feeds,
  { output }: Signature,
  spread: number,
) {
  const name = output.name ?? session.outputNames[0];
  const results = await session.run(input, [name]).catch((cause: Error) => {
    throw packError('model_unfit', `${path} fails its self-test: ${cause.message}. Use another export.`, cause);
  });
  const data = floatsOf(results[name] as Tensor);
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of data) {
    if (!Number.isFinite(value)) {
      throw packError(
        'model_unfit',
        `${path} fails its self-test: its output ${name} contains ${value}. Use another export, such as one in float32.`,
      );
    }
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (greatest - least >= spread) return;
  throw packError(
    'model_unfit',
    `${path} fails its self-test: its output ${name} is ${least} everywhere. Use another export.`,
  );
}

/** Uniform from 0 to 1, the same at each start (a linear congruential generator with Knuth's constants). */
function noise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
