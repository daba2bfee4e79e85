import { z } from 'zod/v4';
import { call } from '#contract/define';
import {
  fileFormat,
  flag,
  id,
  integer,
  jsonField,
  listOf,
  nothing,
  paging,
  text,
  time,
  toolId,
  userOrigin,
} from '#contract/fields';
import * as sample from '#contract/examples';
import { deletions, uploadSort, uploadState } from '#contract/shapes/lists';
import { material, mediaFilter, trimInterval } from '#contract/shapes/media';
import { detection, materialQuality, task } from '#contract/shapes/work';

export const uploadCalls = {
  upload_sign_url: call({
    path: '/upload/sign_url',
    scope: 'create',
    summary: 'A place to send one file to: a signed address that binds method, size and type, and expires.',
    idempotent: true,
    input: z.object({
      format: fileFormat.describe('Extension of the file: jpg, png, mp4, …'),
      resumable: flag.default(false),
      user_origin: userOrigin,
      name: text({ max: 255, what: 'The name of a file', isName: true }).optional(),
      size: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, what: 'The size' })
        .optional()
        .describe(
          'Bytes. When given, the link takes no more than this, and only this much counts towards the storage quota.',
        ),
    }),
    output: z.object({
      material_id: id,
      upload: z.object({
        protocol: z.enum(['put', 'tus']),
        url: z.string(),
        method: z.string(),
        headers: z.record(z.string(), z.string()),
        expires_at: time,
        max_bytes: z.number().int().positive(),
        direct_piece_bytes: z
          .number()
          .int()
          .positive()
          .nullable()
          .describe('`tus`: pieces of this size may be sent to the object store itself; null: only to `url`.'),
      }),
    }),
    errors: [
      'unsupported_type',
      'too_large',
      'quota_exceeded',
      'activation_required',
      'invalid_input',
      'too_many_requests',
    ],
    examples: [
      {
        input: { format: 'jpg', resumable: false, name: 'holiday.jpg', size: 482_133 },
        output: {
          material_id: sample.ids.material,
          upload: {
            protocol: 'put',
            url: 'https://faceswap.example/api/media/materials/holiday.jpg?expires=1795255200&signature=example',
            method: 'PUT',
            headers: { 'content-type': 'image/jpeg' },
            expires_at: sample.session.expires_at,
            max_bytes: 482_133,
            direct_piece_bytes: null,
          },
        },
      },
    ],
  }),
  upload_material_detail: call({
    path: '/upload/material_detail',
    scope: 'read',
    summary: 'A material, its newest detection, and the price of the tool for it.',
    repeatable: true,
    input: z.object({ material_id: id, tool_id: toolId }),
    output: z.object({
      material,
      detection: detection.nullable(),
      price: z.number().int().nonnegative().nullable().describe('Credits; null until the material is ready.'),
      qualities: z
        .array(materialQuality)
        .describe('Qualities in which it can be swapped now; the first is the default.'),
    }),
    errors: ['not_found'],
    examples: [
      {
        input: { material_id: sample.ids.material },
        output: {
          material: sample.material,
          detection: { ...sample.detection, persons: sample.persons },
          price: 1,
          qualities: [sample.materialQuality],
        },
      },
    ],
  }),
  upload_detect_create: call({
    path: '/upload/detect_create',
    scope: 'create',
    summary: 'Starts finding the persons in a material; the same interval again returns the same task.',
    repeatable: true,
    input: z.object({ material_id: id, trim_interval: jsonField(trimInterval).optional() }),
    output: task,
    errors: ['not_found', 'not_ready', 'too_many_requests'],
    examples: [{ input: { material_id: sample.ids.material }, output: sample.runningDetection }],
  }),
  upload_detect_result: call({
    path: '/upload/detect_result',
    scope: 'read',
    summary: 'How a detection stands, with the persons once it has succeeded; without task_id, the newest.',
    repeatable: true,
    input: z.object({ material_id: id, task_id: id.optional() }),
    output: detection,
    errors: ['not_found'],
    examples: [
      {
        input: { material_id: sample.ids.material, task_id: sample.ids.detection },
        output: { ...sample.detection, persons: sample.persons },
      },
      { input: { material_id: sample.ids.material }, output: { ...sample.runningDetection, persons: [] } },
    ],
  }),
  my_uploads: call({
    path: '/my/uploads',
    scope: 'read',
    summary: "The user's uploads, by default newest first.",
    repeatable: true,
    input: z.object({
      type: mediaFilter.default('all'),
      state: uploadState.default('all'),
      sort: uploadSort.default('newest'),
      ...paging,
    }),
    output: listOf(material).extend({ deletions }),
    examples: [{ input: { type: 'all' }, output: { ...sample.pageOf(sample.material), deletions: [] } }],
  }),
  del_material: call({
    path: '/del/material',
    scope: 'create',
    summary: 'Deletes a material with its derivatives, at once. Creations made of it stay.',
    input: z.object({ material_id: id }),
    output: nothing,
    errors: ['not_found', 'conflict'],
    examples: [{ input: { material_id: sample.ids.material }, output: {} }],
  }),
};
