import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, jsonField, qualityId, toolId } from '#contract/fields';
import * as sample from '#contract/examples';
import { link, material } from '#contract/shapes/media';
import { detection, task } from '#contract/shapes/work';
import { sampleFaceNames, sampleNames } from '#shared/sample-media';
import { bindFace, byPerson } from './swaps';

const preview = task.extend({
  preview_url: link
    .nullable()
    .describe('A small JPEG once it has succeeded: marked as made by a machine, without the visible plate.'),
  before_url: link
    .nullable()
    .describe('The same frame of the original GIF or video; null for photos, whose original is the upload.'),
});

const made = {
  ...sample.detection,
  preview_url: 'https://faceswap.example/api/media/previews/holiday.jpg?expires=1795255200&signature=example',
  before_url: null,
};

export const previewCalls = {
  faceswap_preview: call({
    path: '/faceswap/preview',
    scope: 'create',
    summary:
      'One small still of the swap on the clearest frame: free, and limited in number. Asked for again, it tells how the same still stands.',
    origin: 'ours',
    repeatable: true,
    input: z.object({ tool_id: toolId, material_id: id, bind_face: bindFace, quality: qualityId }),
    output: preview,
    errors: ['not_found', 'not_ready', 'invalid_input', 'too_many_requests'],
    examples: [
      {
        input: { material_id: sample.ids.material, bind_face: { p1: sample.ids.face } },
        output: made,
      },
    ],
  }),
  faceswap_sample: call({
    path: '/faceswap/sample',
    summary: 'One of our own media, which anybody may try, with the persons in it as soon as they are found.',
    origin: 'ours',
    auth: 'none',
    repeatable: true,
    input: z.object({ sample: z.enum(sampleNames) }),
    output: z.object({
      material,
      detection: detection.nullable(),
      price: z.number().int().nonnegative().nullable(),
    }),
    examples: [
      {
        input: { sample: 'sofia' },
        output: { material: sample.material, detection: { ...sample.detection, persons: sample.persons }, price: 1 },
      },
    ],
  }),
  faceswap_sample_preview: call({
    path: '/faceswap/sample_preview',
    summary: 'The same still of one of our own media with faces of our own, for anybody.',
    origin: 'ours',
    auth: 'none',
    repeatable: true,
    input: z.object({
      sample: z.enum(sampleNames),
      /** Person key → name of a sample face. */
      bind_face: jsonField(byPerson(z.enum(sampleFaceNames))),
    }),
    output: preview,
    errors: ['not_ready', 'invalid_input', 'too_many_requests'],
    examples: [{ input: { sample: 'sofia', bind_face: { p1: 'kenji' } }, output: made }],
  }),
};
