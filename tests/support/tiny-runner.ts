import type { InferenceSession } from 'onnxruntime-node';
import { loadRuntime } from '#engine/nets/runtime';
import type { NetRunner, NetTensor } from '#engine/neural/net-runner';
import { runTiles } from '#engine/neural/run-tiles';

/** Runs nets in this thread. */
export async function tinyRunner(
  nets: Record<string, Buffer>,
): Promise<NetRunner & { runs: string[]; tiles: Record<string, number> }> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const sessions: Record<string, InferenceSession> = {};
  for (const [id, bytes] of Object.entries(nets))
    sessions[id] = await InferenceSession.create(bytes, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const runs: string[] = [];
  const tiles: Record<string, number> = {};
  return {
    runs,
    tiles,
    run: (net, inputs: Readonly<Record<string, NetTensor>>, output) => {
      runs.push(net);
      tiles[net] = Math.max(...Object.values(inputs).map(({ dims }) => dims[0]));
      return runTiles(sessions[net], Tensor, inputs, output);
    },
  };
}
