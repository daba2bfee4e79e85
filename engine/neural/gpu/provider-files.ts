import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The installed onnxruntime-node. */
const runtimeRoot = (): string => {
  const main = createRequire(import.meta.url).resolve('onnxruntime-node');
  return main.slice(0, main.lastIndexOf('onnxruntime-node') + 'onnxruntime-node'.length);
};

/** Where ONNX Runtime looks for the libraries of providers that its package does not contain. */
export const providerFolder = (): string => path.join(runtimeRoot(), 'bin', 'napi-v6', process.platform, process.arch);

export const runtimeVersion = (): string =>
  (createRequire(import.meta.url)(path.join(runtimeRoot(), 'package.json')) as { version: string }).version;

/** Absent: it comes with ONNX Runtime, or there is none. */
export function providerFile(folder: string, provider: string): string | undefined {
  const file = path.join(folder, `libonnxruntime_providers_${provider}.so`);
  return existsSync(file) ? file : undefined;
}

interface Backend {
  readonly name: string;
  readonly bundled: boolean;
}

/** ONNX Runtime reports `bundled: false` of CUDA and TensorRT even when their libraries are installed. */
export const usableBackends = (backends: readonly Backend[], folder = providerFolder()): string[] =>
  backends.filter(({ name, bundled }) => bundled || providerFile(folder, name) !== undefined).map(({ name }) => name);

/** Of the driver, or of Windows' subsystem for Linux. */
export const hasNvidiaCard = (): boolean => ['/dev/nvidiactl', '/dev/nvidia0', '/dev/dxg'].some(existsSync);
