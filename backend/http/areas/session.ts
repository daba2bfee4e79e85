import { logIn } from '#backend/domain/account/log-in';
import { register } from '#backend/domain/account/register';
import { revokeToken } from '#backend/domain/account/tokens';
import { userInfo } from '#backend/domain/profile/user-info';
import type { Handlers } from '#backend/http/mount';

export const session: Handlers<'session'> = {
  email_register: (deps, { email, password, utm_all, device }) =>
    register(deps, { email, password, utmAll: utm_all, device }),
  email_login: (deps, credentials) => logIn(deps, credentials),
  logout: async (deps) => {
    await revokeToken(deps, deps.token);
    return {};
  },
  my_userinfo: (deps) => userInfo(deps),
};
