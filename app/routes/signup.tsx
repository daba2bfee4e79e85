import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { SignUpPage } from '~/features/account/sign-up-page';
import { loadSignUp, register } from '~/features/account/sign-up.server';
import { pageMeta } from '~/lib/meta';

export const meta = () => pageMeta({ title: 'Sign Up', description: 'Create a Faceswap account with free credits.' });

export const loader = (args: LoaderFunctionArgs) => loadSignUp(args);
export const action = (args: ActionFunctionArgs) => register(args);

export default SignUpPage;
