import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadRuntime } from '#engine/nets/runtime';

export interface GpuReport {
  platform: string;
  cards: { name: string; memoryMB: number }[];
  driver: string | null;
  /** Providers that the installed ONNX Runtime brings along. */
  providers: string[];
  /** Path of the CUDA provider's library. */
  runtime: string | null;
  /** Libraries that the CUDA provider needs and the loader does not find. */
  missing: string[];
  ready: boolean;
  /** What to do, in order. */
  steps: string[];
}

const PROVIDER = 'libonnxruntime_providers_cuda.so';
const run = promisify(execFile);

export async function inspectGpu(): Promise<GpuReport> {
  const platform = `${process.platform} ${process.arch}`;
  const { cards, driver } = await nvidiaCards();
  const { listSupportedBackends } = await loadRuntime();
  const providers = listSupportedBackends()
    .filter(({ bundled }) => bundled)
    .map(({ name }) => name);
  const runtime = providerFile();
  const missing = runtime ? missingLibraries(await output('ldd', [runtime])) : [];
  const isLinux = platform === 'linux x64';
  const ready = isLinux && cards.length > 0 && runtime !== null && missing.length === 0;
  const report = { platform, cards, driver, providers, runtime, missing, ready };
  return { ...report, steps: ready ? [] : stepsFor(report, isLinux) };
}

function stepsFor({ platform, cards, runtime, missing }: Omit<GpuReport, 'steps'>, isLinux: boolean): string[] {
  if (!isLinux) return [`CUDA needs Linux on x64; this is ${platform}. Leave NEURAL_DEVICE=cpu.`];
  return [
    ...(cards.length > 0
      ? []
      : ['Install an NVIDIA card and its driver; `nvidia-smi` must list it. In a container, pass --gpus all.']),
    ...(runtime
      ? []
      : [
          'Install the CUDA provider of ONNX Runtime: ONNXRUNTIME_NODE_INSTALL=1 npm rebuild onnxruntime-node --foreground-scripts',
        ]),
    ...(missing.length > 0
      ? [
          `Install the packages of CUDA and cuDNN that contain ${missing.join(', ')}, and add their folder to LD_LIBRARY_PATH.`,
        ]
      : []),
    'Run `npm run models -- gpu` again.',
  ];
}

async function nvidiaCards(): Promise<Pick<GpuReport, 'cards' | 'driver'>> {
  const text = await output('nvidia-smi', [
    '--query-gpu=name,memory.total,driver_version',
    '--format=csv,noheader,nounits',
  ]);
  return parseCards(text);
}

/** Lines such as `NVIDIA GeForce RTX 3060, 12288, 550.54.14`. */
export function parseCards(text: string): Pick<GpuReport, 'cards' | 'driver'> {
  const rows = text.split('\n').map((line) => line.split(',').map((cell) => cell.trim()));
  const complete = rows.filter((cells) => cells.length === 3 && /^\d+$/.test(cells[1]!));
  return {
    cards: complete.map(([name, memory]) => ({ name: name!, memoryMB: Number(memory) })),
    driver: complete[0]?.[2] ?? null,
  };
}

/** Lines such as `libcudnn.so.9 => not found`. */
export function missingLibraries(ldd: string): string[] {
  return [...ldd.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name!);
}

function providerFile(): string | null {
  const main = createRequire(import.meta.url).resolve('onnxruntime-node');
  const root = main.slice(0, main.lastIndexOf('onnxruntime-node') + 'onnxruntime-node'.length);
  const file = path.join(root, 'bin', 'napi-v6', process.platform, process.arch, PROVIDER);
  return existsSync(file) ? file : null;
}

/** Empty if there is no such program. */
async function output(program: string, args: string[]): Promise<string> {
  return run(program, args, { timeout: 10_000 }).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
