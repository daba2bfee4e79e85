import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { LoginCodePage } from '~/features/account/login-code-page';
import { loadLoginCode, logInByCode } from '~/features/account/second-step.server';
import { pageMeta } from '~/lib/meta';

export const meta = () => pageMeta({ title: 'Enter your code', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadLoginCode(args);
export const action = (args: ActionFunctionArgs) => logInByCode(args);

export default LoginCodePage;
