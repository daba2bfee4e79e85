import { SignUpPage } from '~/features/account/sign-in-page';
import { redirectIfLoggedIn, register } from '~/features/account/sign-in.server';
import { pageMeta } from '~/meta';

export const meta = () => pageMeta({ title: 'Sign Up', description: 'Create a Faceswap account with free credits.' });

export const loader = redirectIfLoggedIn;
export const action = register;

export default SignUpPage;
