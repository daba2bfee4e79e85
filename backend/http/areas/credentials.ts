import { listAuthorities } from '#backend/domain/credentials/list-authorities';
import type { Handlers } from '#backend/http/mount';

export const credentials: Handlers<'credentials'> = {
  content_authorities: (deps) => listAuthorities(deps),
};
