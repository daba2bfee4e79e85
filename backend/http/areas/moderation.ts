import { appealDecision } from '#backend/domain/moderation/appeal-decision';
import { listDecisions } from '#backend/domain/moderation/list-decisions';
import type { Handlers } from '#backend/http/mount';

export const moderation: Handlers<'moderation'> = {
  my_decisions: (deps, paging) => listDecisions(deps, paging),
  my_decision_appeal: (deps, appeal) => appealDecision(deps, appeal),
};
