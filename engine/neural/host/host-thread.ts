import { parentPort, type MessagePort } from 'node:worker_threads';
import type * as Runtime from 'onnxruntime-node';
import { EngineError } from '#engine/errors';
import { loadRuntime } from '#engine/nets/runtime';
import type { NetTensor } from '#engine/neural/net-runner';
import { runTiles } from '#engine/neural/run-tiles';
import { deviceFault } from './device-fault';
import type { HostCommand, RunReply, RunRequest } from './messages';
import { SessionStore } from './session-store';

/** Owns all sessions of a device: loading and running a net block the thread that does it. */

let store: SessionStore;
/** One run at a time. */
let last: Promise<unknown> = Promise.resolve();
let isEnding = false;

parentPort!.on('message', (command: HostCommand) => {
  if (command.kind === 'configure') store = new SessionStore(command.settings);
  else if (command.kind === 'connect') serve(command.port);
  else {
    isEnding = true;
    void last.then(() => process.exit());
  }
});

function serve(port: MessagePort): void {
  let open = true;
  port.on('close', () => (open = false));
  port.on('message', (request: RunRequest) => {
    last = last.then(async () => {
      // Otherwise the painter that asked has ended.
      if (open && !isEnding) port.postMessage(await answer(request));
    });
  });
}

async function answer(request: RunRequest): Promise<RunReply> {
  try {
    await run(request);
    return { id: request.id };
  } catch (error) {
    const { code, message } = deviceFault(`The net ${request.net} could not be run`, error);
    return { id: request.id, error: { code, message } };
  }
}

async function run(request: RunRequest): Promise<void> {
  const { net, memory, output } = request;
  const { Tensor } = await loadRuntime();
  const session = await store.open(net);
  const inputs = tensorsFor(session, request);
  const runOnce = () => runTiles(session, Tensor, inputs, output);
  const result = await runOnce().catch(async (error: unknown) => {
    if (deviceFault('', error).code !== 'device_memory') throw error;
    await store.releaseOthers(net);
    return runOnce();
  });
  assertNumbers(net, result);
  new Float32Array(memory, output.at, output.length).set(result);
}

/** Half-precision nets overflow on some cards. */
function assertNumbers(net: string, values: Float32Array): void {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  if (Number.isFinite(sum)) return;
  throw new EngineError(
    'model_unfit',
    `The net ${net} answers what is not a number on this device. Use its version in full precision, or another device.`,
  );
}

function tensorsFor(session: Runtime.InferenceSession, request: RunRequest): Record<string, NetTensor> {
  const tensors: Record<string, NetTensor> = {};
  for (const { name, type, at, length, dims, optional } of request.inputs) {
    if (!session.inputNames.includes(name)) {
      if (optional) continue;
      throw unfit(request.net, `no input ${name}`, session.inputNames);
    }
    const { memory } = request;
    // Copied: ONNX Runtime refuses tensors in shared memory.
    const data = (
      type === 'float64' ? new Float64Array(memory, at, length) : new Float32Array(memory, at, length)
    ).slice();
    tensors[name] = { data, dims };
  }
  const { name } = request.output;
  if (name && !session.outputNames.includes(name)) throw unfit(request.net, `no output ${name}`, session.outputNames);
  return tensors;
}

function unfit(net: string, what: string, found: readonly string[]): EngineError {
  return new EngineError(
    'model_unfit',
    `The net ${net} has ${what}; it has ${found.join(', ')}. Correct its pack.json.`,
  );
}
