import { addFace } from '../../domain/face/add-face';
import { deleteFace } from '../../domain/face/delete-face';
import { listFaces } from '../../domain/face/list-faces';
import { pinFace } from '../../domain/face/pin-face';
import type { Handlers } from '../mount';

export const faces: Handlers<'faces'> = {
  my_faces: (deps, paging) => listFaces(deps, paging),
  upload_face: (deps, { photo }) => addFace(deps, photo),
  toped_face: (deps, face) => pinFace(deps, face),
  del_face: async (deps, face) => {
    await deleteFace(deps, face);
    return {};
  },
};
