import { connectGoogle } from '#backend/domain/account/connect-google';
import { deleteAccount } from '#backend/domain/account/delete-account';
import { allowGoogle, disconnectGoogle } from '#backend/domain/account/disconnect-google';
import { signInWithGoogle } from '#backend/domain/account/google-sign-in';
import type { Handlers } from '#backend/http/mount';

export const identity: Handlers<'identity'> = {
  idtoken_login_google: (deps, given) => signInWithGoogle(deps, given),
  my_google_connect: async (deps, given) => {
    await connectGoogle(deps, given);
    return {};
  },
  my_google_disconnect: async (deps, given) => {
    await disconnectGoogle(deps, given);
    return {};
  },
  my_google_allow: async (deps, given) => {
    await allowGoogle(deps, given);
    return {};
  },
  del_account: async (deps, given) => {
    await deleteAccount(deps, given);
    return {};
  },
};
