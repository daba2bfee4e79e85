import { exportCreation } from '#backend/domain/export/export-creation';
import { exportResult } from '#backend/domain/export/export-result';
import type { Handlers } from '#backend/http/mount';

export const exports: Handlers<'exports'> = {
  faceswap_export: (deps, wanted) => exportCreation(deps, wanted),
  faceswap_export_result: (deps, wanted) => exportResult(deps, wanted),
};
