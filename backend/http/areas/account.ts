import { changeProfile } from '#backend/domain/profile/profile';
import { revokeAllTokens } from '#backend/domain/account/tokens';
import type { Handlers } from '#backend/http/mount';

export const account: Handlers<'account'> = {
  my_profile: (deps, given) => changeProfile(deps, given),
  my_sign_out_everywhere: async (deps) => {
    await revokeAllTokens(deps);
    return {};
  },
};
