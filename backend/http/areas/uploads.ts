import { createDetection } from '#backend/domain/detection/create-detection';
import { detectionResult } from '#backend/domain/detection/detection-result';
import { deleteMaterial } from '#backend/domain/material/delete-material';
import { listMaterials } from '#backend/domain/material/list-materials';
import { materialDetail } from '#backend/domain/detection/material-detail';
import { signUpload } from '#backend/domain/material/sign-upload';
import type { Handlers } from '#backend/http/mount';

export const uploads: Handlers<'uploads'> = {
  upload_sign_url: (deps, upload) => signUpload(deps, upload),
  upload_material_detail: (deps, which) => materialDetail(deps, which),
  upload_detect_create: (deps, wanted) => createDetection(deps, wanted),
  upload_detect_result: (deps, which) => detectionResult(deps, which),
  my_uploads: (deps, query) => listMaterials(deps, query),
  del_material: async (deps, which) => {
    await deleteMaterial(deps, which);
    return {};
  },
};
