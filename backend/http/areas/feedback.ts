import { signAttachment } from '#backend/domain/feedback/attachments';
import { createFeedback, openTakedownCase, reportFailure } from '#backend/domain/feedback/messages';
import type { Handlers } from '#backend/http/mount';

export const feedback: Handlers<'feedback'> = {
  feedback_create: async (deps, message) => {
    await createFeedback(deps, message);
    return {};
  },
  feedback_sign_url: (deps, wanted) => signAttachment(deps, wanted),
  feedback_failed_event: async (deps, event) => {
    await reportFailure(deps, event);
    return {};
  },
  feedback_takedown: (deps, notice) => openTakedownCase(deps, notice),
};
