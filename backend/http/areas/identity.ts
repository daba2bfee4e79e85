import { deleteAccount } from '#backend/domain/account/delete-account';
import { signInWithGoogle } from '#backend/domain/account/google-sign-in';
import type { Handlers } from '#backend/http/mount';

export const identity: Handlers<'identity'> = {
  idtoken_login_google: (deps, given) => signInWithGoogle(deps, given),
  del_account: async (deps, given) => {
    await deleteAccount(deps, given);
    return {};
  },
};
