import { z } from 'zod/v4';
import { call } from '#contract/define';
import { file, id, listOf, nothing, paging, statement } from '#contract/fields';
import * as sample from '#contract/examples';
import { face, faceWarning } from '#contract/shapes/media';
import { sampleFaceNames } from '#shared/sample-media';

export const faceConsent = 'Please confirm that this is you, or that this person agreed.';

export const faceCalls = {
  my_faces: call({
    path: '/my/faces',
    scope: 'read',
    summary: 'The faces of the user: pinned ones first, the newest pin on top, then the newest face.',
    input: z.object(paging),
    output: listOf(face),
    examples: [{ input: { page: 1 }, output: sample.pageOf(sample.face) }],
  }),
  upload_face: call({
    path: '/upload/face',
    scope: 'create',
    summary: 'Adds a face from a photo. Of several faces in it the largest is taken.',
    body: 'multipart',
    idempotent: true,
    runsOutsideTransaction: true,
    input: z.object({ photo: file, consent: statement(faceConsent) }),
    output: face.extend({ warnings: z.array(faceWarning) }),
    errors: [
      'no_face',
      'unsupported_type',
      'damaged_media',
      'bad_dimensions',
      'too_large',
      'quota_exceeded',
      'refused',
      'too_many_requests',
      'unavailable',
    ],
    examples: [
      {
        input: { photo: sample.photo, consent: true },
        output: {
          ...sample.face,
          warnings: [{ code: 'turned_away', message: 'The face is turned to the side: expect less likeness.' }],
        },
      },
    ],
  }),
  upload_sample_face: call({
    path: '/upload/sample_face',
    scope: 'create',
    summary: 'Adds one of the site’s own faces, of people who do not exist. Added again, it is the same face.',
    origin: 'ours',
    input: z.object({ sample: z.enum(sampleFaceNames) }),
    output: face,
    errors: ['quota_exceeded', 'too_many_requests', 'invalid_input'],
    examples: [{ input: { sample: 'kenji' }, output: { ...sample.face, sample: 'kenji' } }],
  }),
  toped_face: call({
    path: '/toped/face',
    scope: 'create',
    summary: 'Pins a face to the top of the list; pinning it again moves it up, never down.',
    input: z.object({ face_id: id }),
    output: face,
    errors: ['not_found'],
    examples: [{ input: { face_id: sample.ids.face }, output: { ...sample.face, pinned: true } }],
  }),
  del_face: call({
    path: '/del/face',
    scope: 'create',
    summary: 'Deletes a face with its files, at once.',
    input: z.object({ face_id: id }),
    output: nothing,
    errors: ['not_found'],
    examples: [{ input: { face_id: sample.ids.face }, output: {} }],
  }),
};
