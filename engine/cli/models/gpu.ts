import { EngineError } from '#engine/errors';
import { findProviderPackage } from '#engine/neural/gpu/provider-package';
import { installProvider } from '#engine/neural/gpu/install-provider';
import { CUDA_PLATFORM, inspectGpu, thisMachine, type GpuReport, type Machine } from '#engine/neural/gpu/inspect-gpu';
import { runtimeVersion } from '#engine/neural/gpu/provider-files';
import type { CommandContext } from '#engine/cli/command';
import type { Get } from '#engine/neural/packs/download';
import { downloadProgress } from './download-progress';
import { parse, type Subcommand } from './subcommand';

export const prepareGpu: Subcommand = {
  help: `[--yes]                        names what an NVIDIA card still needs on this machine; --yes downloads
                  the CUDA provider of ONNX Runtime (some hundred megabytes, from NuGet)`,
  run: (args, context) => prepareGpuOf(args, context, thisMachine()),
};

/** @param get default: that of node:https */
export async function prepareGpuOf(
  args: string[],
  context: CommandContext,
  machine: Machine,
  get?: Get,
): Promise<void> {
  const { terminal } = context;
  const { values } = parse(args, { yes: { type: 'boolean' } }, 0);
  let report = await inspectGpu(machine);
  if (values.yes && machine.platform === CUDA_PLATFORM && !report.runtime) {
    await install(machine.folder, context, get, values.json ? () => {} : terminal.out);
    report = await inspectGpu(machine);
  }
  if (values.json) terminal.out(JSON.stringify(report));
  else terminal.out(reportLines(report).join('\n'));
  if (report.ready) return;
  throw new EngineError('model_missing', 'The graphics card cannot be used yet; swaps run on the CPU.');
}

async function install(
  folder: string,
  { terminal, signal }: CommandContext,
  get: Get | undefined,
  say: (text: string) => void,
): Promise<void> {
  const found = await findProviderPackage(runtimeVersion(), get, signal);
  const { name, version, url, bytes, sha512 } = found;
  say(`Downloading ${name} ${version}, ${Math.ceil(bytes / 1e6)} MB, from ${new URL(url).host}, SHA-512 ${sha512}`);
  await installProvider(found, folder, { signal, ...(get && { get }), onProgress: downloadProgress(terminal) });
  say(`Installed into ${folder}. Repeat this after \`npm ci\`, which removes it.`);
}

function reportLines({ platform, cards, driver, runtime, missing, providers, ready, steps }: GpuReport): string[] {
  return [
    `Platform: ${platform}`,
    `NVIDIA cards: ${cards.map(({ name, memoryMB }) => `${name}, ${memoryMB} MB`).join('; ') || 'none found'}`,
    `Driver: ${driver ?? 'none found'}`,
    `ONNX Runtime can use: ${providers.join(', ')}`,
    `CUDA provider: ${runtime ?? 'not installed'}`,
    `Missing libraries: ${missing.length > 0 ? missing.join(', ') : runtime ? 'none' : 'unknown until the provider is installed'}`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    ...(ready ? ['Set NEURAL_DEVICE=cuda:0 and restart the workers.'] : []),
  ];
}
