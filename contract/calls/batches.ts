import { z } from 'zod/v4';
import { call } from '#contract/define';
import { batchLimits } from '#contract/batch-limits';
import { id, jsonField, listAtMost, qualityId, statement, toolId } from '#contract/fields';
import * as sample from '#contract/examples';
import { batch } from '#contract/shapes/work';
import { bindFace, swapConsent } from './swaps';

const items = jsonField(
  listAtMost(batchLimits.photos, z.object({ material_id: id, bind_face: bindFace }), {
    missing: 'Choose at least one photo.',
    tooMany: `A batch may have at most ${batchLimits.photos} photos.`,
  }).refine(
    (given) => new Set(given.map(({ material_id }) => material_id)).size === given.length,
    'A batch contains each photo once. Leave out the repeated one.',
  ),
).describe(`Up to ${batchLimits.photos} photos, each once, with the faces for its persons.`);

const batchId = z.object({ batch_id: id });

export const batchCalls = {
  batch_create: call({
    path: '/batch/create',
    scope: 'create',
    summary: 'Starts a swap of each photo and holds the price of all: either all are ordered or none.',
    origin: 'ours',
    idempotent: true,
    input: z.object({ tool_id: toolId, items, quality: qualityId, consent: statement(swapConsent) }),
    output: batch,
    errors: ['insufficient_credits', 'not_found', 'not_ready', 'activation_required', 'invalid_input'],
    examples: [
      {
        input: {
          tool_id: 'P001',
          items: [
            { material_id: sample.ids.material, bind_face: { p1: sample.ids.face } },
            { material_id: sample.ids.secondMaterial, bind_face: { p2: sample.ids.face } },
          ],
          consent: true,
        },
        output: sample.queuedBatch,
      },
    ],
  }),
  batch_result: call({
    path: '/batch/result',
    scope: 'read',
    summary: 'How the swaps of a batch stand, with their orders.',
    origin: 'ours',
    repeatable: true,
    input: batchId,
    output: batch,
    errors: ['not_found'],
    examples: [{ input: { batch_id: sample.ids.batch }, output: sample.endedBatch }],
  }),
  batch_cancel: call({
    path: '/batch/cancel',
    scope: 'create',
    summary: 'Cancels the swaps of a batch that have not started; their credits come back. Others go on.',
    origin: 'ours',
    repeatable: true,
    input: batchId,
    output: batch,
    errors: ['not_found'],
    examples: [{ input: { batch_id: sample.ids.batch }, output: sample.cancelledBatch }],
  }),
};
