import { deleteCreations } from '#backend/domain/library/delete-creations';
import { deleteMaterials } from '#backend/domain/library/delete-materials';
import { deleteFaces } from '#backend/domain/library/delete-faces';
import { undoDeletion } from '#backend/domain/library/undo-deletion';
import { renameMaterial } from '#backend/domain/library/rename-material';
import { renameCreation } from '#backend/domain/library/rename-creation';
import { zipCreations } from '#backend/domain/swap/zip-creations';
import type { Handlers } from '#backend/http/mount';

export const library: Handlers<'library'> = {
  rename_order: (deps, change) => renameCreation(deps, change),
  rename_material: (deps, change) => renameMaterial(deps, change),
  del_orders: (deps, which) => deleteCreations(deps, which),
  del_materials: (deps, which) => deleteMaterials(deps, which),
  del_faces: (deps, which) => deleteFaces(deps, which),
  undo_del: (deps, which) => undoDeletion(deps, which),
  zip_orders: (deps, which) => zipCreations(deps, which),
};
