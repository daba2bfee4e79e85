import { z } from 'zod/v4';
import { call } from '#contract/define';
import { flag, id, integer } from '#contract/fields';
import * as sample from '#contract/examples';
import { exportSides, videoMaxMs } from '#contract/rules';
import { link } from '#contract/shapes/media';
import { task } from '#contract/shapes/work';

const exportFormat = z.enum(['jpg', 'png', 'webp', 'gif', 'mp4', 'before_after'], {
  error: 'Choose one of the formats jpg, png, webp, gif, mp4 and before_after.',
});

const sides = exportSides.map(String) as [`${(typeof exportSides)[number]}`];

const exported = task.extend({
  name: z.string().describe('File name of the download, e.g. `holiday-faceswap.webp`.'),
  size: z.number().int().nonnegative().nullable().describe('Bytes; null until it has succeeded.'),
  download_url: link.nullable(),
});

const choices = z.object({
  order_id: id,
  format: exportFormat.describe(
    'Photos: jpg, png, webp. GIFs: gif, mp4, webp. Videos: mp4, and gif or webp of 15 seconds at most. `before_after`: a JPEG with original and result side by side.',
  ),
  size: z
    .enum(['original', ...sides], { error: `Choose one of the sizes original, ${exportSides.join(', ')}.` })
    .default('original')
    .describe('Pixels of the shorter side. Smaller results keep theirs; `before_after` has a size of its own.'),
  sound: flag.default(true).describe('Whether an mp4 of a video keeps its sound.'),
  at_ms: integer({ max: videoMaxMs, what: 'A time in milliseconds' })
    .default(0)
    .describe('Moment of the result: of `before_after`, or where a gif or webp of a longer video starts.'),
});

const example = {
  input: { order_id: sample.ids.order, format: 'webp', size: '720' },
  output: {
    ...sample.detection,
    task_id: sample.ids.export,
    name: 'holiday-faceswap.webp',
    size: 182_404,
    download_url: sample.media('creations/holiday.webp', 'holiday-faceswap.webp'),
  },
} as const;

export const exportCalls = {
  faceswap_export: call({
    path: '/faceswap/export',
    scope: 'create',
    summary:
      'A copy of a result in another format or size, with its labels. Free. Asked for again, it tells how the same copy stands.',
    origin: 'ours',
    repeatable: true,
    input: choices,
    output: exported,
    errors: ['not_found', 'not_ready', 'invalid_input', 'too_many_requests'],
    examples: [example],
  }),
  faceswap_export_result: call({
    path: '/faceswap/export_result',
    scope: 'read',
    summary: 'How a copy stands that was requested with the same choices. Starts nothing.',
    origin: 'ours',
    repeatable: true,
    input: choices,
    output: exported,
    errors: ['not_found', 'not_ready', 'invalid_input'],
    examples: [example],
  }),
};
