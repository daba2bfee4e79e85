import { z } from 'zod/v4';
import { call } from '#contract/define';
import { id, listField, mediaName, time } from '#contract/fields';
import * as sample from '#contract/examples';
import { undoMs, zipMaxFiles } from '#contract/rules';
import { deletion } from '#contract/shapes/lists';
import { link, material } from '#contract/shapes/media';
import { order } from '#contract/shapes/work';

const orderIds = listField(id, 'Select at least one creation.');
const materialIds = listField(id, 'Select at least one upload.');

const faceIds = listField(id, 'Select at least one face.');

const undoable = `For ${undoMs / 1000} seconds \`undo/del\` restores them; then they are erased with their files.`;

export const libraryCalls = {
  rename_order: call({
    path: '/rename/order',
    scope: 'create',
    summary: 'Gives a creation another name, which its downloaded file gets, too.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ order_id: id, name: mediaName }),
    output: order,
    errors: ['not_found', 'too_many_requests'],
    examples: [
      { input: { order_id: sample.ids.order, name: 'Our holiday' }, output: { ...sample.order, name: 'Our holiday' } },
    ],
  }),
  rename_material: call({
    path: '/rename/material',
    scope: 'create',
    summary: 'Gives an upload another name. Creations already made of it keep theirs.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ material_id: id, name: mediaName }),
    output: material,
    errors: ['not_found', 'too_many_requests'],
    examples: [
      {
        input: { material_id: sample.ids.material, name: 'Our holiday' },
        output: { ...sample.material, name: 'Our holiday' },
      },
    ],
  }),
  del_orders: call({
    path: '/del/orders',
    scope: 'create',
    summary: `Deletes creations; those that still run are cancelled first. ${undoable}`,
    origin: 'ours',
    idempotent: true,
    input: z.object({ order_ids: orderIds }),
    output: deletion,
    errors: ['not_found', 'too_many_requests'],
    examples: [{ input: { order_ids: [sample.ids.order] }, output: sample.deletion }],
  }),
  del_materials: call({
    path: '/del/materials',
    scope: 'create',
    summary: `Deletes uploads, except those that a swap is using. Creations made of them stay. ${undoable}`,
    origin: 'ours',
    idempotent: true,
    input: z.object({ material_ids: materialIds }),
    output: deletion.extend({ in_use: z.number().int().nonnegative().describe('How many were kept for a swap.') }),
    errors: ['not_found', 'conflict', 'too_many_requests'],
    examples: [{ input: { material_ids: [sample.ids.material] }, output: { ...sample.deletion, in_use: 0 } }],
  }),
  del_faces: call({
    path: '/del/faces',
    scope: 'create',
    summary: `Deletes faces with their photos. Creations made with them stay. ${undoable}`,
    origin: 'ours',
    idempotent: true,
    input: z.object({ face_ids: faceIds }),
    output: deletion,
    errors: ['not_found', 'too_many_requests'],
    examples: [{ input: { face_ids: [sample.ids.face] }, output: sample.deletion }],
  }),
  undo_del: call({
    path: '/undo/del',
    scope: 'create',
    summary: 'Restores what was deleted together. A swap that was cancelled stays cancelled.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ deletion_id: id }),
    output: z.object({ restored: z.number().int().nonnegative() }),
    errors: ['not_found', 'quota_exceeded', 'too_many_requests'],
    examples: [{ input: { deletion_id: sample.ids.deletion }, output: { restored: 1 } }],
  }),
  zip_orders: call({
    path: '/zip/orders',
    scope: 'read',
    summary: `A signed link to one zip file with the results of up to ${zipMaxFiles} creations. It expires.`,
    origin: 'ours',
    repeatable: true,
    input: z.object({ order_ids: orderIds }),
    output: z.object({
      url: link,
      files: z.number().int().positive().describe('Creations without a result are left out.'),
      bytes: z.number().int().positive().describe('Of the results together.'),
      expires_at: time,
    }),
    errors: ['not_found', 'too_large'],
    examples: [
      {
        input: { order_ids: [sample.ids.order] },
        output: {
          url: 'https://faceswap.example/api/media/zips/holiday.zip?expires=1795255200&signature=example',
          files: 1,
          bytes: 482_133,
          expires_at: sample.session.expires_at,
        },
      },
    ],
  }),
};
