import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadRuntime } from '#engine/nets/runtime';
import { librarySteps } from './library-packages';
import { providerFile, providerFolder, usableBackends } from './provider-files';

export interface GpuReport {
  platform: string;
  cards: { name: string; memoryMB: number }[];
  driver: string | null;
  /** Providers that ONNX Runtime can use. */
  providers: string[];
  /** Path of the CUDA provider's library. */
  runtime: string | null;
  /** Libraries that the CUDA provider needs and the loader does not find. */
  missing: string[];
  ready: boolean;
  /** What to do, in order. */
  steps: string[];
}

/** What the report reads from the machine. */
export interface Machine {
  /** Such as `linux x64`. */
  readonly platform: string;
  /** Of the libraries of providers. */
  readonly folder: string;
  /** What a program prints; empty if there is none. */
  readonly output: (program: string, args: string[]) => Promise<string>;
  readonly backends: () => Promise<readonly { name: string; bundled: boolean }[]>;
}

export const CUDA_PLATFORM = 'linux x64';
const run = promisify(execFile);

export const thisMachine = (): Machine => ({
  platform: `${process.platform} ${process.arch}`,
  folder: providerFolder(),
  output: (program, args) =>
    run(program, args, { timeout: 10_000 }).then(
      ({ stdout }) => stdout,
      () => '',
    ),
  backends: async () => (await loadRuntime()).listSupportedBackends(),
});

export async function inspectGpu({ platform, folder, output, backends }: Machine = thisMachine()): Promise<GpuReport> {
  const smi = ['--query-gpu=name,memory.total,driver_version', '--format=csv,noheader,nounits'];
  const { cards, driver } = parseCards(await output('nvidia-smi', smi));
  const providers = usableBackends(await backends(), folder);
  const runtime = providerFile(folder, 'cuda') ?? null;
  const missing = runtime ? missingLibraries(await output('ldd', [runtime])) : [];
  const ready = platform === CUDA_PLATFORM && cards.length > 0 && runtime !== null && missing.length === 0;
  const report = { platform, cards, driver, providers, runtime, missing, ready };
  return { ...report, steps: ready ? [] : stepsFor(report) };
}

function stepsFor({ platform, cards, runtime, missing }: Omit<GpuReport, 'steps'>): string[] {
  if (platform !== CUDA_PLATFORM) return [`CUDA needs Linux on x64; this is ${platform}. Leave NEURAL_DEVICE=cpu.`];
  return [
    ...(cards.length > 0
      ? []
      : ['Install an NVIDIA card and its driver; `nvidia-smi` must list it. In a container, pass --gpus all.']),
    ...(runtime
      ? []
      : ['Run `npm run models -- gpu --yes`: it downloads the CUDA provider of ONNX Runtime from NuGet.']),
    ...librarySteps(missing),
    'Run `npm run models -- gpu` again.',
  ];
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
