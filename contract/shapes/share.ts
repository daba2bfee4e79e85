import { z } from 'zod/v4';
import { id, time } from '#contract/fields';
import { link, mediaKind } from './media';

export const share = z.object({
  share_id: id,
  token: z
    .string()
    .nullable()
    .describe('The page is `/shared?token=…` of the site. Null for a link made under an earlier `MEDIA_SECRET`.'),
  created_at: time,
  expires_at: time.describe('At the latest with the result itself.'),
});
export type Share = z.output<typeof share>;

export const sharedResult = z.object({
  kind: mediaKind,
  width: z.number().int().nullable().describe('Displayed pixels; null if the upload was deleted.'),
  height: z.number().int().nullable(),
  result_url: link.describe('Holds the token: it ends with the link. It takes ranges.'),
  poster_url: link.nullable(),
  label: z.object({ visible: z.boolean(), source_type: z.string() }),
});
export type SharedResult = z.output<typeof sharedResult>;
