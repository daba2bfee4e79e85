import { LogInPage } from '~/features/account/sign-in-page';
import { logIn, redirectIfLoggedIn } from '~/features/account/sign-in.server';
import { pageMeta } from '~/meta';

export const meta = () => pageMeta({ title: 'Log in', description: 'Log in to Faceswap by Google or e-mail.' });

export const loader = redirectIfLoggedIn;
export const action = logIn;

export default LogInPage;
