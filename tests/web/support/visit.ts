import './environment';

import type { ActionFunctionArgs } from '@remix-run/node';

import { readSession, writeSession, type SnackbarMessage } from '~/server/session.server';

const site = 'https://faceswap.test';

interface VisitOptions {
  /** The bearer token of a visitor who is logged in. */
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What a route is called with when a browser asks for a page. */
export async function get(path: string, options: VisitOptions = {}): Promise<ActionFunctionArgs> {
  return argsOf(path, {}, options);
}

/** What a route is called with when a browser sends a form. */
export async function post(path: string, form: FormData | Record<string, string>, options: VisitOptions = {}) {
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  return argsOf(path, { method: 'POST', body }, options);
}

async function argsOf(path: string, init: RequestInit, { token, headers, signal }: VisitOptions) {
  const request = new Request(site + path, { ...init, headers: { origin: site, ...headers }, signal });
  if (token) {
    const session = await readSession(request);
    session.set('token', token);
    request.headers.set('cookie', (await writeSession(session, request)).split(';')[0]!);
  }
  return { request, params: {}, context: {} };
}

/** Runs a loader or action to its end, a thrown response included: both end what the browser sees. */
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
  /** What the browser will hold afterwards. */
  token: string | undefined;
  snackbar: SnackbarMessage | undefined;
  /** The address that has just signed up. */
  address: string | undefined;
}

/** Reads a redirect as the browser would follow it. */
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
  };
}

interface FormErrorResponse {
  data: { message?: string; fields: Record<string, string>; values: Record<string, string> };
  init: { status: number };
}

/** Reads the answer to a form that was refused. */
export function readFormError(outcome: unknown): FormErrorResponse['data'] & { status: number } {
  const { data, init } = outcome as FormErrorResponse;
  return { ...data, status: init.status };
}
