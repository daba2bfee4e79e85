import { listSecondSteps } from '#backend/domain/second-step/list-second-steps';
import { logInByCode } from '#backend/domain/account/log-in-by-code';
import { beginCodes, confirmCodes, endCodes, renewRecoveryCodes } from '#backend/domain/account/set-up-codes';
import type { Handlers } from '#backend/http/mount';

export const secondStep: Handlers<'secondStep'> = {
  login_code: (deps, given) => logInByCode(deps, given),
  my_second_steps: (deps) => listSecondSteps(deps),
  my_codes_begin: (deps, given) => beginCodes(deps, given),
  my_codes_confirm: (deps, given) => confirmCodes(deps, given),
  my_codes_end: async (deps, given) => {
    await endCodes(deps, given);
    return {};
  },
  my_recovery_codes_renew: (deps, given) => renewRecoveryCodes(deps, given),
};
