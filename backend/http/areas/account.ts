import { askForEmailChange, confirmEmailChange, emailChangeState } from '#backend/domain/account/change-email';
import { exportData } from '#backend/domain/data-export/export-data';
import { changeProfile } from '#backend/domain/profile/profile';
import { endOtherSessions, endSession, listSessions } from '#backend/domain/account/sessions';
import { revokeAllTokens } from '#backend/domain/account/tokens';
import type { Handlers } from '#backend/http/mount';

export const account: Handlers<'account'> = {
  my_profile: (deps, given) => changeProfile(deps, given),
  my_email_change: async (deps, given) => {
    await askForEmailChange(deps, given);
    return {};
  },
  my_email_change_state: (deps, given) => emailChangeState(deps, given),
  my_email_change_confirm: (deps, given) => confirmEmailChange(deps, given),
  my_sessions: (deps) => listSessions(deps),
  my_session_end: async (deps, which) => {
    await endSession(deps, which);
    return {};
  },
  my_sign_out_others: async (deps) => {
    await endOtherSessions(deps);
    return {};
  },
  my_data_export: (deps, given) => exportData(deps, given),
  my_sign_out_everywhere: async (deps) => {
    await revokeAllTokens(deps);
    return {};
  },
};
