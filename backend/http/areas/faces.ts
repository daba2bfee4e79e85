import { addFace } from '#backend/domain/face/add-face';
import { addSampleFace } from '#backend/domain/face/add-sample-face';
import { deleteFace } from '#backend/domain/face/delete-face';
import { listFaces } from '#backend/domain/face/list-faces';
import { pinFace } from '#backend/domain/face/pin-face';
import type { Handlers } from '#backend/http/mount';

export const faces: Handlers<'faces'> = {
  my_faces: (deps, paging) => listFaces(deps, paging),
  upload_face: (deps, { photo }) => addFace(deps, photo),
  upload_sample_face: (deps, { sample }) => addSampleFace(deps, sample),
  toped_face: (deps, face) => pinFace(deps, face),
  del_face: async (deps, face) => {
    await deleteFace(deps, face);
    return {};
  },
};
