import { resetSecondSteps } from '#backend/domain/operator/reset-second-steps';
import { requireReason } from '#backend/admin/arguments';
import type { AdminCommand } from '#backend/admin/command';

export const signInCommands: Record<string, AdminCommand> = {
  'reset-second-steps': {
    usage: 'reset-second-steps WHO',
    summary: 'removes one-time codes and passkeys that an owner has lost, ends all sessions and notifies the owner',
    words: 1,
    options: ['reason'],
    async run({ deps, words, options }) {
      await resetSecondSteps(deps, { account: words[0]!, reason: requireReason(options) });
      const text = 'One-time codes and passkeys are removed. The password alone logs in, on every device anew.';
      return { json: { reset: true }, text };
    },
  },
};
