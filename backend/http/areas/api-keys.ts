import { createApiKey } from '#backend/domain/api-key/create-key';
import { listApiKeys } from '#backend/domain/api-key/list-keys';
import { revokeApiKey } from '#backend/domain/api-key/revoke-key';
import type { Handlers } from '#backend/http/mount';

export const apiKeys: Handlers<'apiKeys'> = {
  my_api_keys: (deps) => listApiKeys(deps),
  my_api_key_create: (deps, wanted) => createApiKey(deps, wanted),
  my_api_key_revoke: async (deps, which) => {
    await revokeApiKey(deps, which);
    return {};
  },
};
