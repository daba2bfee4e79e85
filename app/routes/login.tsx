import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { LogInPage } from '~/features/account/log-in-page';
import { loadLogIn, logIn } from '~/features/account/sign-in.server';
import { pageMeta } from '~/lib/meta';

export const meta = () => pageMeta({ title: 'Log in', description: 'Log in to Faceswap by Google or e-mail.' });

export const loader = (args: LoaderFunctionArgs) => loadLogIn(args);
export const action = (args: ActionFunctionArgs) => logIn(args);

export default LogInPage;
