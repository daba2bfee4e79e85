import './environment';

import type { ActionFunctionArgs } from '@remix-run/node';

import { readSession, writeSession, type SessionData, type SnackbarMessage } from '~/server/session.server';

const site = 'https://faceswap.test';

interface VisitOptions {
  token?: string;
  session?: Partial<Pick<SessionData, 'device' | 'returnTo' | 'address' | 'challenge' | 'unpaidSwap'>>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export async function get(path: string, options: VisitOptions = {}): Promise<ActionFunctionArgs> {
  return argsOf(path, {}, options);
}

export async function post(path: string, form: FormData | Record<string, string>, options: VisitOptions = {}) {
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  return argsOf(path, { method: 'POST', body }, options);
}

async function argsOf(path: string, init: RequestInit, { token, session: kept, headers, signal }: VisitOptions) {
  const request = new Request(site + path, { ...init, headers: { origin: site, ...headers }, signal });
  if (token || kept) {
    const session = await readSession(request);
    if (token) session.set('token', token);
    for (const [name, value] of Object.entries(kept ?? {})) session.set(name as keyof SessionData, value);
    request.headers.set('cookie', (await writeSession(session, request)).split(';')[0]!);
  }
  return { request, params: {}, context: {} };
}

/** Returns thrown responses, too. */
export async function run<T>(run: () => Promise<T> | T): Promise<T | Response> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

export interface Redirected {
  status: number;
  location: string | null;
  token: string | undefined;
  snackbar: SnackbarMessage | undefined;
  address: string | undefined;
  hasLoggedOut: boolean | undefined;
  unpaidSwap: string | undefined;
}

export async function readRedirect(outcome: unknown): Promise<Redirected> {
  if (!(outcome instanceof Response)) throw new Error(`Not a response: ${JSON.stringify(outcome)}`);
  const cookie = outcome.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await readSession(new Request(site, { headers: { cookie } }));
  return {
    status: outcome.status,
    location: outcome.headers.get('location'),
    token: session.get('token'),
    snackbar: session.get('snackbar'),
    address: session.get('address'),
    hasLoggedOut: session.get('hasLoggedOut'),
    unpaidSwap: session.get('unpaidSwap'),
  };
}

interface FormErrorResponse {
  data: { message?: string; fields: Record<string, string>; values: Record<string, string> };
  init: { status: number };
}

export function readFormError(outcome: unknown): FormErrorResponse['data'] & { status: number } {
  const { data, init } = outcome as FormErrorResponse;
  return { ...data, status: init.status };
}
