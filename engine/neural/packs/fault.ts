import { EngineError } from '#engine/errors';
import type { PackFault } from './types';

/** Something an operator has to change; `openPacks` reports it as the pack's state. */
export function faultOf(error: unknown): PackFault {
  if (error instanceof EngineError && isPackCode(error.code)) return { code: error.code, message: error.message };
  throw error;
}

export function packError(code: PackFault['code'], message: string, cause?: unknown): EngineError {
  return new EngineError(code, message, { cause });
}

function isPackCode(code: EngineError['code']): code is PackFault['code'] {
  return ['model_missing', 'model_altered', 'model_unfit', 'model_unlicensed'].includes(code);
}
