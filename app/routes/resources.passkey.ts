import type { ActionFunctionArgs } from '@remix-run/node';

import { beginPasskeyLogin } from '~/features/account/passkeys.server';

export const action = (args: ActionFunctionArgs) => beginPasskeyLogin(args);
