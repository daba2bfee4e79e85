import { z } from 'zod/v4';
import { id, time } from '#contract/fields';

const decisionStates = ['stopped', 'refused', 'under_review', 'allowed', 'upheld'] as const;

export const moderationDecision = z.object({
  decision_id: id,
  subject: z.enum(['upload', 'face', 'preview', 'result']).describe('What was examined.'),
  name: z.string().describe('Of the upload; empty for a photo of a face.'),
  outcome: z.enum(['stopped', 'refused']).describe('refused: nudity with an apparent minor; it is never allowed.'),
  state: z
    .enum(decisionStates)
    .describe('`under_review`: an appeal waits for a person; `allowed`, `upheld`: the person’s verdict.'),
  reason: z.string().describe('In a sentence.'),
  created_at: time,
  appeal: z.object({ text: z.string(), sent_at: time }).nullable(),
  verdict: z.object({ reason: z.string(), given_at: time }).nullable(),
  can_appeal: z.boolean().describe('Once, until a person has judged.'),
  picture_until: time.nullable().describe('When the picture for the reviewer is deleted; null if none is kept.'),
});
export type ModerationDecision = z.output<typeof moderationDecision>;
