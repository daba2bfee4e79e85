import type { ModerationDecision } from '#contract/shapes/moderation';
import { done, gone, made } from './scenario';

export const decision: ModerationDecision = {
  decision_id: '019a9e00-0000-7000-8000-000000007001',
  subject: 'upload',
  name: 'beach.jpg',
  outcome: 'stopped',
  state: 'under_review',
  reason: 'An automatic check found nudity in it.',
  created_at: made,
  appeal: { text: 'It shows a red wall.', sent_at: done },
  verdict: null,
  can_appeal: false,
  picture_until: gone,
};
