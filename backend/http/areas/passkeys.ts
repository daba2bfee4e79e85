import { addPasskey, beginPasskey } from '#backend/domain/account/add-passkey';
import { beginPasskeyLogin, logInByPasskey } from '#backend/domain/account/log-in-by-passkey';
import { listPasskeys, removePasskey, renamePasskey } from '#backend/domain/account/manage-passkeys';
import type { Handlers } from '#backend/http/mount';

export const passkeys: Handlers<'passkeys'> = {
  passkey_login_begin: (deps) => beginPasskeyLogin(deps),
  passkey_login: (deps, given) => logInByPasskey(deps, given),
  my_passkeys: (deps) => listPasskeys(deps),
  my_passkey_begin: (deps, given) => beginPasskey(deps, given),
  my_passkey_add: (deps, given) => addPasskey(deps, given),
  my_passkey_rename: async (deps, given) => {
    await renamePasskey(deps, given);
    return {};
  },
  my_passkey_remove: async (deps, given) => {
    await removePasskey(deps, given);
    return {};
  },
};
