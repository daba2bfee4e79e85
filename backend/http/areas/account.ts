import { changeProfile } from '../../domain/account/profile';
import { revokeAllTokens } from '../../domain/account/tokens';
import type { Handlers } from '../mount';

export const account: Handlers<'account'> = {
  my_profile: (deps, given) => changeProfile(deps, given),
  my_sign_out_everywhere: async (deps) => {
    await revokeAllTokens(deps);
    return {};
  },
};
