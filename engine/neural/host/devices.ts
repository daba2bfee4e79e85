import type * as Runtime from 'onnxruntime-node';
import { EngineError } from '#engine/errors';

const deviceNames = ['cpu', 'cuda', 'dml', 'coreml', 'webgpu', 'tensorrt'] as const;
export type DeviceName = (typeof deviceNames)[number];

export interface Device {
  readonly name: DeviceName;
  /** Of several cards. */
  readonly index: number;
}

/**
 * `auto`: CUDA if its provider is installed and there is a card, else the processor. Any other device must be there: ONNX Runtime itself
 * would use the processor instead without an error (measured with DirectML and CoreML on Linux).
 * @param wanted `auto`, `cpu`, `cuda:0` …
 * @param usable providers of ONNX Runtime
 * @param hasCard of NVIDIA
 * @throws EngineError `device_unavailable`
 */
export function chooseDevice(wanted: string, usable: readonly string[], hasCard: boolean): Device {
  if (wanted === 'auto') return { name: usable.includes('cuda') && hasCard ? 'cuda' : 'cpu', index: 0 };
  const [, name, index = '0'] = /^([a-z]+)(?::(\d{1,2}))?$/.exec(wanted) ?? [];
  const known = deviceNames.find((device) => device === name);
  if (!known) {
    throw new EngineError(
      'device_unavailable',
      `There is no device "${wanted}". Choose auto, ${deviceNames.join(', ')}, with a number such as cuda:1 for a second card.`,
    );
  }
  if (known !== 'cpu' && !usable.includes(known)) {
    throw new EngineError(
      'device_unavailable',
      `The device ${wanted} cannot be used: this installation of ONNX Runtime offers ${usable.join(', ')}. Run \`npm run models -- gpu\`, or choose another device.`,
    );
  }
  return { name: known, index: Number(index) };
}

export const isProcessor = ({ name }: Device): boolean => name === 'cpu';

export function sessionOptions({ name, index }: Device, threads: number): Runtime.InferenceSession.SessionOptions {
  const isCpu = name === 'cpu';
  const withIndex = name === 'cuda' || name === 'dml' || name === 'tensorrt';
  const provider = (
    withIndex ? { name, deviceId: index } : { name }
  ) as Runtime.InferenceSession.ExecutionProviderConfig;
  return {
    executionProviders: isCpu ? ['cpu'] : [provider, 'cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: isCpu ? threads : 1,
    interOpNumThreads: 1,
    // Shapes are fixed, but DirectML does not support the pattern.
    enableMemPattern: name !== 'dml',
    executionMode: 'sequential',
    // Errors are thrown, so they need no line of their own.
    logSeverityLevel: 4,
    // spinning would take the core from other workers
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
}
