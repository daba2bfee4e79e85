import { createCookie, redirect } from '@remix-run/node';

import { utmAllIn } from '~/features/attribution/attribution';
import { paths } from '~/lib/paths';
import { sessionSecret } from '~/server/environment.server';
import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { startAuthorization, exchangeCode, isGoogleSetUp, type PendingSignIn } from './google-openid.server';
import { getVisitor, requireUser, type RouteArgs } from '~/server/guards.server';
import { log } from '~/server/log.server';
import { safeRedirect } from '~/server/redirect-target';
import { isHttps, writeSession } from '~/server/session.server';

import { startSession } from './start-session.server';

interface GoogleSignIn extends PendingSignIn {
  /** The page to return to. */
  redirect?: string;
  /** Who shows once more that it is them; nobody else may come back. */
  uid?: string;
}

const tenMinutes = 600;

/** Holds what has to be known on the way back; gone with the first answer that comes. */
const signInCookie = (request: Request) =>
  createCookie('faceswap_google', {
    httpOnly: true,
    sameSite: 'lax',
    path: paths.loginGoogle(),
    maxAge: tenMinutes,
    secrets: [sessionSecret()],
    secure: isHttps(request),
  });

/** The Google login route as people reach it: what Google knows as the place to send them back to. */
function callbackUrl(request: Request): URL {
  const { host, protocol, search } = new URL(request.url);
  return new URL(paths.loginGoogle() + search, `${isHttps(request) ? 'https:' : protocol}//${host}`);
}

/** Leads to Google. Somebody who is logged in goes there to show once more that it is them. */
export async function startGoogle(args: RouteArgs, redirectTo: string | undefined): Promise<Response> {
  const { request } = args;
  const isAgain = new URL(request.url).searchParams.has('again');
  const user = isAgain ? await (await requireUser(args)).api('my_userinfo', {}) : undefined;
  const trip = { redirect: redirectTo, uid: user?.uid };
  if (!isGoogleSetUp) return failSignIn(args, trip, 'Signing in with Google is not set up on this site.');
  try {
    const { origin, pathname } = callbackUrl(request);
    const { url, begun } = await startAuthorization(origin + pathname, user?.email);
    const kept = await signInCookie(request).serialize({ ...begun, ...trip } satisfies GoogleSignIn);
    return redirect(url, { headers: { 'set-cookie': kept } });
  } catch (error) {
    log.error({ err: error }, 'Google cannot be reached');
    return failSignIn(args, trip, 'Google cannot be reached right now. Log in with your e-mail address, or try again.');
  }
}

/** Where Google sends people back to, with a code or with the reason why not. */
export async function finishGoogle(args: RouteArgs): Promise<Response> {
  const { request } = args;
  const trip = (await signInCookie(request).parse(request.headers.get('cookie'))) as GoogleSignIn | null;
  const back = callbackUrl(request);
  if (!trip || trip.state !== back.searchParams.get('state')) {
    return failSignIn(args, {}, 'That sign-in took too long, or was begun in another window. Please begin it again.');
  }
  if (back.searchParams.get('error') === 'access_denied') {
    return failSignIn(args, trip, 'You came back from Google without signing in.');
  }
  let idtoken: string;
  try {
    idtoken = await exchangeCode(back, trip);
  } catch (error) {
    log.warn({ err: error }, 'a sign-in with Google failed');
    return failSignIn(args, trip, 'Signing in with Google did not work. Try once more, or use your e-mail address.');
  }
  return signIn(args, trip, idtoken);
}

async function signIn(args: RouteArgs, trip: GoogleSignIn, idtoken: string): Promise<Response> {
  const { request } = args;
  const { api, session, isLoggedIn } = await getVisitor(args);
  try {
    const { nonce, uid } = trip;
    const utm_all = utmAllIn(request.headers.get('cookie'));
    const started = await api('idtoken_login_google', { idtoken, nonce, uid, redirect: trip.redirect, utm_all });
    // Whoever was logged in here before has no more use of that session.
    if (isLoggedIn) await api('logout', {}).catch((error: unknown) => log.warn({ err: error }, 'token left to expire'));
    const response = await startSession(started, session, request, safeRedirect(trip.redirect));
    response.headers.append('set-cookie', await clearedCookie(request));
    return response;
  } catch (error) {
    const isSaid = error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError;
    if (!isSaid) throw error;
    return failSignIn(args, trip, error.message);
  }
}

const clearedCookie = (request: Request) => signInCookie(request).serialize('', { maxAge: 0 });

/** Back to where the trip began, with the reason. */
async function failSignIn(args: RouteArgs, trip: Partial<GoogleSignIn>, message: string): Promise<Response> {
  const { session } = await getVisitor(args);
  session.flash('snackbar', { color: 'error', message });
  const target = trip.uid ? safeRedirect(trip.redirect, paths.myAccount()) : paths.loginGoogle(trip.redirect);
  const headers = new Headers({ 'set-cookie': await writeSession(session, args.request) });
  headers.append('set-cookie', await clearedCookie(args.request));
  return redirect(target, { headers });
}
