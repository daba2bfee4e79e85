import { activate, resendActivation } from '#backend/domain/account/activate';
import { activateSession } from '#backend/domain/account/activate-session';
import { activationState } from '#backend/domain/account/activation-state';
import { changePassword } from '#backend/domain/account/change-password';
import { forgotPassword, resetPassword, verifyResetCode } from '#backend/domain/account/reset-password';
import type { Handlers } from '#backend/http/mount';

export const recovery: Handlers<'recovery'> = {
  email_activate: (deps, given) => activate(deps, given),
  email_activation_state: (deps, given) => activationState(deps, given),
  email_activate_session: (deps, given) => activateSession(deps, given),
  email_resend_activation: async (deps) => {
    await resendActivation(deps);
    return {};
  },
  email_forgot_password: async (deps, given) => {
    await forgotPassword(deps, given);
    return {};
  },
  email_forgot_verify: (deps, given) => verifyResetCode(deps, given),
  email_reset_password: async (deps, given) => {
    await resetPassword(deps, given);
    return {};
  },
  email_change_password: (deps, given) => changePassword(deps, given),
};
