import { createCookieSessionStorage, redirect, type Session } from '@remix-run/node';

import { environment, sessionSecret } from './environment.server';

export interface SnackbarMessage {
  color: 'success' | 'error';
  message: string;
}

export interface SessionData {
  /** Present if logged in. */
  token: string;
  /** Address that has just signed up. */
  address: string;
  /** Secret of this browser since sign-up: the activation link signs in here. */
  device: string;
  /** Where signing up or a new password started: from an address, so not safe to redirect to. */
  returnTo: string;
  /** Of a sign-in that waits for its one-time code. */
  challenge: string;
  /** Path of the swap that lacked credits. */
  unpaidSwap: string;
}

export interface SessionFlash {
  snackbar: SnackbarMessage;
  /** The user has ended the session: the browser forgets their files. */
  hasLoggedOut: boolean;
}

export type WebSession = Session<SessionData, SessionFlash>;

export const sessionCookie = 'faceswap_session';

const fourWeeks = 60 * 60 * 24 * 28;

/** The web tier's only state: any instance can serve any request. */
const storage = () =>
  createCookieSessionStorage<SessionData, SessionFlash>({
    cookie: {
      name: sessionCookie,
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      maxAge: fourWeeks,
      secrets: [sessionSecret()],
    },
  });

let opened: ReturnType<typeof storage> | undefined;
const sessions = () => (opened ??= storage());

export const readSession = (request: Request): Promise<WebSession> =>
  sessions().getSession(request.headers.get('cookie'));

/** Bytes of both addresses together. With all else, the cookie of a session is limited to 4 kB. */
const longestAddresses = 2000;
const longestReturnTo = 1000;

/** Forgets a page with a longer address. */
export function keepReturnTo(session: WebSession, page: string | undefined): void {
  const left = longestAddresses - Buffer.byteLength(session.get('unpaidSwap') ?? '');
  if (page && Buffer.byteLength(page) <= Math.min(longestReturnTo, left)) session.set('returnTo', page);
  else session.unset('returnTo');
}

/** Of these pages the first that is short enough, in place of the one to return to. */
export function keepUnpaidSwap(session: WebSession, ...pages: string[]): void {
  session.unset('returnTo');
  const kept = pages.find((page) => Buffer.byteLength(page) <= longestAddresses);
  if (kept) session.set('unpaidSwap', kept);
  else session.unset('unpaidSwap');
}

/**
 * By the user: the next user of the browser may be another. A session that the server ends keeps what the browser stores,
 * because the same user may go on.
 */
export function logOut(session: WebSession): void {
  for (const name of ['token', 'device', 'challenge', 'returnTo', 'unpaidSwap'] as const) session.unset(name);
  session.flash('hasLoggedOut', true);
}

/** Secure under https. */
export const writeSession = (session: WebSession, request: Request): Promise<string> =>
  sessions().commitSession(session, { secure: isHttps(request) });

export async function redirectWithSession(target: string, session: WebSession, request: Request): Promise<Response> {
  return redirect(target, { headers: { 'set-cookie': await writeSession(session, request) } });
}

export const isHttps = (request: Request) =>
  new URL(request.url).protocol === 'https:' || Boolean(environment.PUBLIC_URL?.startsWith('https:'));
