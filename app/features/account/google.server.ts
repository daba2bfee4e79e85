import { createCookie, redirect } from '@remix-run/node';

import type { User } from '#contract/index';
import { readUtmAll } from '~/features/attribution/attribution.server';
import { paths } from '~/lib/paths';
import { sessionSecret } from '~/server/environment.server';
import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { startAuthorization, exchangeCode, isGoogleSetUp, type PendingSignIn } from './google-openid.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { getVisitor, requireUser, type RouteArgs } from '~/server/guards.server';
import { log } from '~/server/log.server';
import { safeRedirect } from '~/server/redirect-target';
import { isHttps, writeSession, type SnackbarMessage } from '~/server/session.server';

import { askForCode, needsCode } from './second-step.server';
import { confirmed, startSession } from './start-session.server';

interface GoogleSignIn extends PendingSignIn {
  redirect?: string;
  /** Logged-in user who confirms their identity or connects Google: only this user may return. */
  uid?: string;
  /** Another sign-in, which also confirms the address, or this session, which the address was confirmed for. */
  connects?: 'by sign-in' | 'by session';
}

const tenMinutes = 600;
/** Bytes: the most that the API takes. The cookie of a sign-in is limited to 4 kB. */
const longestRedirect = 2000;
const connected: SnackbarMessage = { color: 'success', message: 'Google is connected. It logs you in from now on.' };

/** Cleared by the first callback. */
export const signInCookie = (request: Request) =>
  createCookie('faceswap_google', {
    httpOnly: true,
    sameSite: 'lax',
    path: paths.loginGoogle(),
    maxAge: tenMinutes,
    secrets: [sessionSecret()],
    secure: isHttps(request),
  });

function callbackUrl(request: Request): URL {
  const { host, protocol, search } = new URL(request.url);
  return new URL(paths.loginGoogle() + search, `${isHttps(request) ? 'https:' : protocol}//${host}`);
}

/** `again`: a logged-in user confirms their identity, or connects Google. */
export async function startGoogle(args: RouteArgs, redirectTo: string | undefined): Promise<Response> {
  const { request } = args;
  const isAgain = new URL(request.url).searchParams.has('again');
  const user = isAgain ? await (await requireUser(args)).api('my_userinfo', {}) : undefined;
  const isKept = redirectTo !== undefined && Buffer.byteLength(redirectTo) <= longestRedirect;
  const trip = { redirect: isKept ? redirectTo : undefined, uid: user?.uid, connects: user && connectionOf(user) };
  if (!isGoogleSetUp)
    return failSignIn(
      args,
      trip,
      'Signing in with Google is not available on this site. Log in with your e-mail address.',
    );
  try {
    const { origin, pathname } = callbackUrl(request);
    const { url, begun } = await startAuthorization(origin + pathname, user?.google_email ?? user?.email);
    const kept = await signInCookie(request).serialize({ ...begun, ...trip } satisfies GoogleSignIn);
    return redirect(url, { headers: { 'set-cookie': kept } });
  } catch (error) {
    log.error({ err: error }, 'google_unreachable');
    return failSignIn(args, trip, 'Google cannot be reached right now. Log in with your e-mail address, or try again.');
  }
}

function connectionOf({ has_google, email_verified }: User): GoogleSignIn['connects'] {
  if (has_google) return undefined;
  return email_verified ? 'by session' : 'by sign-in';
}

export async function finishGoogle(args: RouteArgs): Promise<Response> {
  const { request } = args;
  const trip = (await signInCookie(request).parse(request.headers.get('cookie'))) as GoogleSignIn | null;
  const back = callbackUrl(request);
  if (!trip || trip.state !== back.searchParams.get('state')) {
    return failSignIn(args, {}, 'That login took too long, or was begun in another window. Please begin it again.');
  }
  if (back.searchParams.get('error') === 'access_denied') {
    return failSignIn(args, trip, 'You came back from Google without signing in.');
  }
  let idtoken: string;
  try {
    idtoken = await exchangeCode(back, trip);
  } catch (error) {
    log.warn({ err: error }, 'google_sign_in_failed');
    return failSignIn(args, trip, 'Signing in with Google did not work. Try once more, or use your e-mail address.');
  }
  return signIn(args, trip, idtoken);
}

async function signIn(args: RouteArgs, trip: GoogleSignIn, idtoken: string): Promise<Response> {
  const { request } = args;
  const visitor = await getVisitor(args);
  const { api, session } = visitor;
  try {
    const { nonce, uid, connects } = trip;
    const target = safeRedirect(trip.redirect, paths.my());
    if (uid && connects === 'by session') {
      await api('my_google_connect', { idtoken, nonce, uid });
      const response = await redirectWithSnackbar(target, connected, session, request);
      response.headers.append('set-cookie', await clearedCookie(request));
      return response;
    }
    const utm_all = readUtmAll(request.headers.get('cookie'));
    const started = await api('idtoken_login_google', { idtoken, nonce, uid, redirect: trip.redirect, utm_all });
    const snackbar = connects ? connected : uid ? confirmed : undefined;
    const response = await startSession(started, visitor, request, { target, snackbar });
    response.headers.append('set-cookie', await clearedCookie(request));
    return response;
  } catch (error) {
    if (needsCode(error)) {
      const response = await askForCode(error, session, request, safeRedirect(trip.redirect, paths.my()));
      response.headers.append('set-cookie', await clearedCookie(request));
      return response;
    }
    const isSaid = error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError;
    if (!isSaid) throw error;
    return failSignIn(args, trip, error.message);
  }
}

const clearedCookie = (request: Request) => signInCookie(request).serialize('', { maxAge: 0 });

/** Returns to where the sign-in started. */
async function failSignIn(args: RouteArgs, trip: Partial<GoogleSignIn>, message: string): Promise<Response> {
  const { session } = await getVisitor(args);
  session.flash('snackbar', { color: 'error', message });
  const target = trip.uid ? safeRedirect(trip.redirect, paths.myAccount()) : paths.loginGoogle(trip.redirect);
  const headers = new Headers({ 'set-cookie': await writeSession(session, args.request) });
  headers.append('set-cookie', await clearedCookie(args.request));
  return redirect(target, { headers });
}
