import { EngineError, type EngineErrorCode } from '#engine/errors';

/** ONNX Runtime reports texts only. */
const faults: readonly (readonly [EngineErrorCode, RegExp])[] = [
  ['device_memory', /failed to allocate|out of memory|bfcarena|cuda error 2\b|cudaerrormemoryallocation|bad_alloc/i],
  ['device_lost', /cuda failure (?:700|719|999)|device (?:lost|removed|hung)|dxgi_error_device/i],
  ['device_unavailable', /failed to load shared library|libcud|no available adapter|cuda driver version/i],
  ['model_unfit', /invalid (?:rank|dimensions|feed)|is missing in 'feeds'|unexpected input data type|protobuf/i],
];

const advice: Partial<Record<EngineErrorCode, string>> = {
  device_memory: 'Choose a smaller boost, or a device with more memory.',
  device_lost: 'The work is repeated. If this happens again, restart the machine or choose another device.',
  device_unavailable: 'Run `npm run models -- gpu`, or choose another device.',
  model_unfit: 'Run `npm run models -- verify`.',
};

/** @param doing such as "inswapper_128 could not be run" */
export function deviceFault(doing: string, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const [code] = faults.find(([, pattern]) => pattern.test(reason)) ?? ['internal' as const];
  const text = `${doing}: ${reason.trim().replace(/\.$/, '')}.`;
  return new EngineError(code, advice[code] ? `${text} ${advice[code]}` : text, { cause: error });
}
