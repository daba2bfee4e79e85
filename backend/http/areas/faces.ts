import { addFace } from '#backend/domain/face/add-face';
import { deleteFace } from '#backend/domain/face/delete-face';
import { listFaces } from '#backend/domain/face/list-faces';
import { pinFace } from '#backend/domain/face/pin-face';
import type { Handlers } from '#backend/http/mount';

export const faces: Handlers<'faces'> = {
  my_faces: (deps, paging) => listFaces(deps, paging),
  upload_face: (deps, { photo }) => addFace(deps, photo),
  toped_face: (deps, face) => pinFace(deps, face),
  del_face: async (deps, face) => {
    await deleteFace(deps, face);
    return {};
  },
};
