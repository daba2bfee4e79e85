import { EngineError } from '#engine/errors';
import { inspectGpu, type GpuReport } from '#engine/neural/packs/inspect-gpu';
import { parse, type Subcommand } from './subcommand';

export const prepareGpu: Subcommand = {
  help: `                               names what an NVIDIA card still needs on this machine`,
  async run(args, { terminal }) {
    const { values } = parse(args, {}, 0);
    const report = await inspectGpu();
    if (values.json) terminal.out(JSON.stringify(report));
    else terminal.out(reportLines(report).join('\n'));
    if (report.ready) return;
    throw new EngineError('model_missing', 'The graphics card cannot be used yet; swaps run on the CPU.');
  },
};

function reportLines({ platform, cards, driver, runtime, missing, providers, steps }: GpuReport): string[] {
  return [
    `Platform: ${platform}`,
    `NVIDIA cards: ${cards.map(({ name, memoryMB }) => `${name}, ${memoryMB} MB`).join('; ') || 'none found'}`,
    `Driver: ${driver ?? 'none found'}`,
    `Bundled with ONNX Runtime: ${providers.join(', ')}`,
    `CUDA provider: ${runtime ?? 'not installed'}`,
    `Missing libraries: ${missing.length > 0 ? missing.join(', ') : runtime ? 'none' : 'unknown until the provider is installed'}`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ];
}
