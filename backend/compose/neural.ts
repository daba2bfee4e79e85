import type { NeuralOptions } from '#engine';
import type { WorkerConfig } from '#backend/config/schema';
import type { PaymentConfig } from '#backend/domain/payments/payment-config';

/** Empty without a folder of packs. The sandbox sells nothing. */
export function neuralOptions(
  config: WorkerConfig,
  { providers }: Pick<PaymentConfig, 'providers'>,
): { neural?: NeuralOptions } {
  const { NEURAL_MODELS_DIR: dir, NEURAL_DEVICE: device, NEURAL_MEMORY_MB: memoryMB, NEURAL_CPU_VIDEO } = config;
  if (!dir) return {};
  const sellsPlans = [...providers.keys()].some((name) => name !== 'sandbox');
  return {
    neural: { dir, device, cpuVideo: NEURAL_CPU_VIDEO, sellsPlans, ...(memoryMB !== undefined && { memoryMB }) },
  };
}
