import { exportCreation } from '#backend/domain/export/export-creation';
import type { Handlers } from '#backend/http/mount';

export const exports: Handlers<'exports'> = {
  faceswap_export: (deps, wanted) => exportCreation(deps, wanted),
};
