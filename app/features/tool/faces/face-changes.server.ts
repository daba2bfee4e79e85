import { calls, type Output } from '#contract/calls';

import { checkFields, formError, type FormError, type FormFields } from '~/server/form.server';
import type { Api } from '~/server/guards.server';

import type { FacePhoto } from './face.server';

type Face = Output<'my_face'>;
type Change = (api: Api, fields: FormFields, photo: FacePhoto | undefined) => Promise<Face | FormError>;

/** Keys are form intents. */
const changes = {
  'add-photo': async (api, { face_id = '' }, photo) => {
    if (!photo) return formError({ face_id }, { fields: { photo: 'Choose a photo of the face first.' } });
    return api('upload_face_photo', { face_id, photo: photo.file, consent: 'true' });
  },
  'choose-person': (api, fields) => changeBy(api, 'choose_face_person', fields),
  rename: (api, fields) => changeBy(api, 'rename_face', fields),
  'delete-photo': (api, fields) => changeBy(api, 'del_face_photo', fields),
} satisfies Record<string, Change>;

export const isFaceChange = (intent = ''): intent is keyof typeof changes => Object.hasOwn(changes, intent);

export function changeFace(
  api: Api,
  intent: keyof typeof changes,
  fields: FormFields,
  photo?: FacePhoto,
): Promise<Face | FormError> {
  return changes[intent](api, fields, photo);
}

export const isFace = (answer: Face | FormError): answer is Face => 'face_id' in answer;

async function changeBy(
  api: Api,
  name: 'choose_face_person' | 'rename_face' | 'del_face_photo',
  fields: FormFields,
): Promise<Face | FormError> {
  const checked = checkFields(calls[name].input, fields);
  if (!checked.success) return formError(fields, { fields: checked.fields });
  return api(name, checked.value);
}
