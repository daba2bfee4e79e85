import { createCookie, redirect } from '@remix-run/node';

import { utmAllIn } from '~/features/attribution/attribution';
import { paths } from '~/lib/paths';
import { sessionSecret } from '~/server/environment.server';
import { ApiError } from '~/server/errors/api-error';
import { NetworkError } from '~/server/errors/network-error';
import { TimeoutError } from '~/server/errors/timeout-error';
import { beginAtGoogle, endAtGoogle, isGoogleSetUp, type Begun } from './google-openid.server';
import { openVisit, requireUser, type RouteArgs } from '~/server/guards.server';
import { log } from '~/server/log.server';
import { safeRedirect } from '~/server/redirect-target';
import { isHttps, writeSession } from '~/server/session.server';

import { startSession } from './start-session.server';

interface Trip extends Begun {
  /** The page to return to. */
  redirect?: string;
  /** Who shows once more that it is them; nobody else may come back. */
  uid?: string;
}

const tenMinutes = 600;

/** Holds what has to be known on the way back; gone with the first answer that comes. */
const cookieOf = (request: Request) =>
  createCookie('faceswap_google', {
    httpOnly: true,
    sameSite: 'lax',
    path: paths.loginGoogle(),
    maxAge: tenMinutes,
    secrets: [sessionSecret()],
    secure: isHttps(request),
  });

/** The Google login route as people reach it: what Google knows as the place to send them back to. */
function ownAddress(request: Request): URL {
  const { host, protocol, search } = new URL(request.url);
  return new URL(paths.loginGoogle() + search, `${isHttps(request) ? 'https:' : protocol}//${host}`);
}

/** Leads to Google. Somebody who is logged in goes there to show once more that it is them. */
export async function startGoogle(args: RouteArgs, redirectTo: string | undefined): Promise<Response> {
  const { request } = args;
  const isAgain = new URL(request.url).searchParams.has('again');
  const user = isAgain ? await (await requireUser(args)).api('my_userinfo', {}) : undefined;
  const trip = { redirect: redirectTo, uid: user?.uid };
  if (!isGoogleSetUp) return refused(args, trip, 'Signing in with Google is not set up on this site.');
  try {
    const { origin, pathname } = ownAddress(request);
    const { url, begun } = await beginAtGoogle(origin + pathname, user?.email);
    const kept = await cookieOf(request).serialize({ ...begun, ...trip } satisfies Trip);
    return redirect(url, { headers: { 'set-cookie': kept } });
  } catch (error) {
    log.error({ err: error }, 'Google cannot be reached');
    return refused(args, trip, 'Google cannot be reached right now. Log in with your e-mail address, or try again.');
  }
}

/** Where Google sends people back to, with a code or with the reason why not. */
export async function finishGoogle(args: RouteArgs): Promise<Response> {
  const { request } = args;
  const trip = (await cookieOf(request).parse(request.headers.get('cookie'))) as Trip | null;
  const back = ownAddress(request);
  if (!trip || trip.state !== back.searchParams.get('state')) {
    return refused(args, {}, 'That sign-in took too long, or was begun in another window. Please begin it again.');
  }
  if (back.searchParams.get('error') === 'access_denied') {
    return refused(args, trip, 'You came back from Google without signing in.');
  }
  let idtoken: string;
  try {
    idtoken = await endAtGoogle(back, trip);
  } catch (error) {
    log.warn({ err: error }, 'a sign-in with Google failed');
    return refused(args, trip, 'Signing in with Google did not work. Try once more, or use your e-mail address.');
  }
  return signIn(args, trip, idtoken);
}

async function signIn(args: RouteArgs, trip: Trip, idtoken: string): Promise<Response> {
  const { request } = args;
  const { api, session, isLoggedIn } = await openVisit(args);
  try {
    const { nonce, uid } = trip;
    const utm_all = utmAllIn(request.headers.get('cookie'));
    const started = await api('idtoken_login_google', { idtoken, nonce, uid, redirect: trip.redirect, utm_all });
    // Whoever was logged in here before has no more use of that session.
    if (isLoggedIn) await api('logout', {}).catch((error: unknown) => log.warn({ err: error }, 'token left to expire'));
    const response = await startSession(started, session, request, safeRedirect(trip.redirect));
    response.headers.append('set-cookie', await forget(request));
    return response;
  } catch (error) {
    const isSaid = error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError;
    if (!isSaid) throw error;
    return refused(args, trip, error.message);
  }
}

const forget = (request: Request) => cookieOf(request).serialize('', { maxAge: 0 });

/** Back to where the trip began, with the reason. */
async function refused(args: RouteArgs, trip: Partial<Trip>, message: string): Promise<Response> {
  const { session } = await openVisit(args);
  session.flash('snackbar', { color: 'error', message });
  const target = trip.uid ? safeRedirect(trip.redirect, paths.myAccount()) : paths.loginGoogle(trip.redirect);
  const headers = new Headers({ 'set-cookie': await writeSession(session, args.request) });
  headers.append('set-cookie', await forget(args.request));
  return redirect(target, { headers });
}
