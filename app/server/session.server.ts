import { createCookieSessionStorage, type Session } from '@remix-run/node';

import { environment, sessionSecret } from './environment.server';

export interface SnackbarMessage {
  color: 'success' | 'error';
  message: string;
}

export interface SessionData {
  /** The bearer token; non-empty means logged in. */
  token: string;
  /** The address that has just signed up here: it logs in next. */
  address: string;
  /** The page that signing up began at. */
  returnTo: string;
  /** The swap that credits were missing for, as it stood: where to go on once they are bought. */
  unpaidSwap: string;
}

export interface SessionFlash {
  snackbar: SnackbarMessage;
}

export type WebSession = Session<SessionData, SessionFlash>;

const fourWeeks = 60 * 60 * 24 * 28;

/** The signed cookie is all that the web tier remembers, so any instance can serve any request. */
const storage = () =>
  createCookieSessionStorage<SessionData, SessionFlash>({
    cookie: {
      name: 'faceswap_session',
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

/** The Set-Cookie header that keeps a session; only over https where the site is reached by https. */
export const writeSession = (session: WebSession, request: Request): Promise<string> =>
  sessions().commitSession(session, { secure: isHttps(request) });

export const isHttps = (request: Request) =>
  new URL(request.url).protocol === 'https:' || Boolean(environment.PUBLIC_URL?.startsWith('https:'));
