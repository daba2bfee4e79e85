import { deleteAccount } from '../../domain/account/delete-account';
import { signInWithGoogle } from '../../domain/account/google-sign-in';
import type { Handlers } from '../mount';

export const identity: Handlers<'identity'> = {
  idtoken_login_google: (deps, given) => signInWithGoogle(deps, given),
  del_account: async (deps, given) => {
    await deleteAccount(deps, given);
    return {};
  },
};
