import { redirect, type AppLoadContext } from '@remix-run/node';

import type { CallName, Input, Output } from '#contract/calls';
import { signedOutMessage } from '#contract/errors';

import { paths } from '~/lib/paths';

import { call } from './api.server';
import { apiUrlFor, localApiUrl, type Transport } from './api/transport.server';
import { ApiError } from './errors';
import { isMultipart } from './multipart.server';
import { requestPath } from './redirect-target';
import { readSession, writeSession, type WebSession } from './session.server';

export interface RouteArgs {
  request: Request;
  context?: AppLoadContext;
}

export type Api = <N extends CallName>(
  name: N,
  input: Input<N>,
  options?: { idempotencyKey?: string },
) => Promise<Output<N>>;

export interface Visitor {
  api: Api;
  session: WebSession;
  isLoggedIn: boolean;
}

/** A token rejected in any call ends the session and redirects to login, to return to `page`. */
export async function getVisitor({ request, context }: RouteArgs, page = requestPath(request)): Promise<Visitor> {
  const session = await readSession(request);
  const token = session.get('token');
  const keyOf = submissionKeys(request);
  const api: Api = async (name, input, { idempotencyKey } = {}) => {
    try {
      return await call(name, input, {
        ...apiAddress(request, context),
        token,
        idempotencyKey: idempotencyKey ?? keyOf(name),
        signal: request.signal,
        requestId: context?.requestId,
        clientAddress: context?.clientAddress,
        userAgent: request.headers.get('user-agent') ?? undefined,
      });
    } catch (error) {
      if (error instanceof ApiError && error.endsSession) throw await signOut(session, request, page, error.message);
      throw error;
    }
  };
  return { api, session, isLoggedIn: Boolean(token) };
}

const submissionKey = /^[\w-]{16,64}$/;

/**
 * The same call of the same submission gets the same key: the browser may resend it after a lost connection
 * (`features/connection/`).
 */
function submissionKeys(request: Request): (name: CallName) => string | undefined {
  const submission = request.headers.get('idempotency-key') ?? '';
  if (!submissionKey.test(submission)) return () => undefined;
  const calls = new Map<CallName, number>();
  return (name) => {
    const number = (calls.get(name) ?? 0) + 1;
    calls.set(name, number);
    return `${submission}:${name}:${number}`;
  };
}

export async function requireUser(args: RouteArgs, page = requestPath(args.request)): Promise<Visitor> {
  const visitor = await getVisitor(args, page);
  const { session, isLoggedIn } = visitor;
  if (isLoggedIn) return visitor;
  if (isFromUser(args.request)) throw await signOut(session, args.request, page, signedOutMessage);
  throw redirectToLogin(loginPathFor(page), args.request);
}

/**
 * True for requests that only a logged-in user's page sends, e.g. after logout in another tab. Browsers send
 * `cors` for page changes by script, `navigate` for typed addresses, and `same-origin` for these by way of the service
 * worker.
 */
function isFromUser({ url, method, headers }: Request): boolean {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/resources/')) return true;
  if (pathname.startsWith(paths.faceSwap())) return method === 'POST';
  if (pathname === paths.pricing() || pathname === paths.passwordChange()) return method === 'POST';
  return pathname.startsWith(paths.my()) && (method === 'POST' || headers.get('sec-fetch-mode') === 'cors');
}

export function apiAddress(request: Request, context?: AppLoadContext): { baseUrl: string; transport?: Transport } {
  if (context?.api) return { baseUrl: localApiUrl, transport: context.api };
  return { baseUrl: apiUrlFor(new URL(request.url).host) };
}

/** For a form with a file: login leads back to its page, not to what it contained. */
const chooseAgain = 'Choose the file again there.';

async function signOut(session: WebSession, request: Request, page: string, message: string): Promise<Response> {
  session.unset('token');
  const isFileLost = message === signedOutMessage && isMultipart(request);
  session.flash('snackbar', { color: 'error', message: isFileLost ? `${message} ${chooseAgain}` : message });
  return redirectToLogin(loginPathFor(page), request, { 'set-cookie': await writeSession(session, request) });
}

/**
 * Scripts get 401: fetch would follow a redirect silently. The form of faces is sent by the router, which goes to the login
 * page, but would show a 401 as the error page.
 */
function redirectToLogin(login: string, request: Request, headers: HeadersInit = {}): Response {
  const { pathname } = new URL(request.url);
  const isForScript = pathname.startsWith('/resources/') && pathname !== paths.resources.face();
  return isForScript ? Response.json({ login }, { status: 401, headers }) : redirect(login, { headers });
}

/** Sign-in pages keep their own target. */
function loginPathFor(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://own.invalid');
  const isSignIn = pathname === paths.signup() || pathname === paths.login() || pathname.startsWith('/login/');
  return paths.loginGoogle(isSignIn ? (searchParams.get('redirect') ?? undefined) : page);
}
