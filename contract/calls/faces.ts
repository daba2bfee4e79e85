import { z } from 'zod/v4';
import { call } from '#contract/define';
import { faceName, file, id, listOf, nothing, paging, statement, text } from '#contract/fields';
import { faceNameLength, facePhotosMax } from '#contract/rules';
import * as sample from '#contract/examples';
import { deletions } from '#contract/shapes/lists';
import { face, faceWarning } from '#contract/shapes/media';
import { sampleFaceNames } from '#shared/sample-media';

export const faceConsent = 'Please confirm that this is you, or that this person agreed.';

const photoErrors = [
  'no_face',
  'unsupported_type',
  'damaged_media',
  'bad_dimensions',
  'too_large',
  'quota_exceeded',
  'refused',
  'content_stopped',
  'content_refused',
  'too_many_requests',
  'unavailable',
] as const;

const warnings = [{ code: 'turned_away', message: 'The face is turned to the side: expect less likeness.' }];

export const faceCalls = {
  my_faces: call({
    path: '/my/faces',
    scope: 'read',
    summary: 'The faces of the user: pinned ones first, the newest pin on top, then the newest face.',
    repeatable: true,
    input: z.object(paging),
    output: listOf(face).extend({ deletions }),
    examples: [{ input: { page: 1 }, output: { ...sample.pageOf(sample.face), deletions: [] } }],
  }),
  my_face: call({
    path: '/my/face',
    scope: 'read',
    summary: 'One face of the user.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ face_id: id }),
    output: face,
    errors: ['not_found'],
    examples: [{ input: { face_id: sample.ids.face }, output: sample.face }],
  }),
  upload_face: call({
    path: '/upload/face',
    scope: 'create',
    summary:
      'Adds a face from a photo. Of several people in it the largest is taken; `choose/face_person` takes another.',
    body: 'multipart',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({
      photo: file,
      name: text({ max: faceNameLength, what: 'A name', isName: true })
        .optional()
        .describe('Without one, the face is called `Face` and a number.'),
      consent: statement(faceConsent),
    }),
    output: face.extend({ warnings: z.array(faceWarning) }),
    errors: photoErrors,
    examples: [
      {
        input: { photo: sample.photo, name: 'Bo', consent: true },
        output: { ...sample.face, warnings },
      },
    ],
  }),
  upload_face_photo: call({
    path: '/upload/face_photo',
    scope: 'create',
    summary: `Adds another photo of the same person to a face, up to ${facePhotosMax}. Of several people in it the one most like the first photo is taken.`,
    origin: 'ours',
    body: 'multipart',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({ face_id: id, photo: file, consent: statement(faceConsent) }),
    output: face.extend({ warnings: z.array(faceWarning).describe('Of the new photo.') }),
    errors: ['not_found', ...photoErrors],
    examples: [
      {
        input: { face_id: sample.ids.face, photo: sample.photo, consent: true },
        output: { ...sample.faceOfTwoPhotos, warnings },
      },
    ],
  }),
  choose_face_person: call({
    path: '/choose/face_person',
    scope: 'create',
    summary: 'Chooses which of several people in a photo the face is.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ photo_id: id, person: text({ max: 10, what: 'A person', missing: 'Choose a person.' }) }),
    output: face,
    errors: ['not_found', 'invalid_input', 'too_many_requests'],
    examples: [{ input: { photo_id: sample.ids.secondPhoto, person: 'p1' }, output: sample.faceOfTwoPhotos }],
  }),
  rename_face: call({
    path: '/rename/face',
    scope: 'create',
    summary: 'Gives a face another name.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ face_id: id, name: faceName }),
    output: face,
    errors: ['not_found', 'too_many_requests'],
    examples: [{ input: { face_id: sample.ids.face, name: 'Bo' }, output: sample.face }],
  }),
  del_face_photo: call({
    path: '/del/face_photo',
    scope: 'create',
    summary: 'Deletes one of several photos of a face, at once. The only photo goes with its face.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ photo_id: id }),
    output: face,
    errors: ['not_found', 'conflict', 'too_many_requests'],
    examples: [{ input: { photo_id: sample.ids.secondPhoto }, output: sample.face }],
  }),
  upload_sample_face: call({
    path: '/upload/sample_face',
    scope: 'create',
    summary: 'Adds one of the site’s own faces, of people who do not exist. Added again, it is the same face.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ sample: z.enum(sampleFaceNames) }),
    output: face,
    errors: ['quota_exceeded', 'too_many_requests', 'invalid_input'],
    examples: [{ input: { sample: 'kenji' }, output: { ...sample.face, name: 'Kenji', sample: 'kenji' } }],
  }),
  toped_face: call({
    path: '/toped/face',
    scope: 'create',
    summary: 'Pins a face to the top of the list; pinning it again moves it up, never down.',
    repeatable: true,
    input: z.object({ face_id: id }),
    output: face,
    errors: ['not_found'],
    examples: [{ input: { face_id: sample.ids.face }, output: { ...sample.face, pinned: true } }],
  }),
  del_face: call({
    path: '/del/face',
    scope: 'create',
    summary: 'Deletes a face with its photos, at once.',
    input: z.object({ face_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { face_id: sample.ids.face }, output: {} }],
  }),
};
