import type { EngineErrorCode } from '#engine/errors';

export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  badInput: 3,
  noFace: 4,
  notSetUp: 5,
  interrupted: 130,
} as const;

export const exitCodeOf: Record<EngineErrorCode, number> = {
  unsupported_type: ExitCode.badInput,
  damaged_media: ExitCode.badInput,
  too_small: ExitCode.badInput,
  too_large: ExitCode.badInput,
  bad_ratio: ExitCode.badInput,
  too_long: ExitCode.badInput,
  bad_interval: ExitCode.badInput,
  no_face: ExitCode.noFace,
  unusable_face: ExitCode.noFace,
  unknown_person: ExitCode.noFace,
  models_missing: ExitCode.notSetUp,
  model_missing: ExitCode.notSetUp,
  model_altered: ExitCode.notSetUp,
  model_unfit: ExitCode.notSetUp,
  model_unlicensed: ExitCode.notSetUp,
  device_unavailable: ExitCode.notSetUp,
  device_memory: ExitCode.failed,
  device_lost: ExitCode.failed,
  aborted: ExitCode.interrupted,
  out_of_space: ExitCode.failed,
  internal: ExitCode.failed,
};

export const exitCodeHelp = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 bad input, 4 no such face, 5 set-up missing, 130 interrupted.`;
