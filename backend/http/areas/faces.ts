import { addFace } from '#backend/domain/face/add-face';
import { addSampleFace } from '#backend/domain/face/add-sample-face';
import { addPhoto } from '#backend/domain/face/add-photo';
import { choosePerson } from '#backend/domain/face/choose-person';
import { deleteFace } from '#backend/domain/face/delete-face';
import { deletePhoto } from '#backend/domain/face/delete-photo';
import { listFaces } from '#backend/domain/face/list-faces';
import { pinFace } from '#backend/domain/face/pin-face';
import { ownFace } from '#backend/domain/face/present';
import { renameFace } from '#backend/domain/face/rename-face';
import type { Handlers } from '#backend/http/mount';

export const faces: Handlers<'faces'> = {
  my_faces: (deps, paging) => listFaces(deps, paging),
  my_face: (deps, { face_id }) => ownFace(deps, face_id),
  upload_face: (deps, face) => addFace(deps, face),
  upload_face_photo: (deps, photo) => addPhoto(deps, photo),
  choose_face_person: (deps, choice) => choosePerson(deps, choice),
  rename_face: (deps, face) => renameFace(deps, face),
  del_face_photo: (deps, photo) => deletePhoto(deps, photo),
  upload_sample_face: (deps, { sample }) => addSampleFace(deps, sample),
  toped_face: (deps, face) => pinFace(deps, face),
  del_face: async (deps, face) => {
    await deleteFace(deps, face);
    return {};
  },
};
