import { cancelBatch } from '#backend/domain/batch/cancel-batch';
import { createBatch } from '#backend/domain/batch/create-batch';
import { ownBatch } from '#backend/domain/batch/own-batch';
import type { Handlers } from '#backend/http/mount';

export const batches: Handlers<'batches'> = {
  batch_create: (deps, batch) => createBatch(deps, batch),
  batch_result: (deps, which) => ownBatch(deps, which),
  batch_cancel: (deps, which) => cancelBatch(deps, which),
};
