import { redirect } from '@remix-run/node';

import { writeSession, type SnackbarMessage, type WebSession } from './session.server';

/** Takes the message that waits for the next page, with the header that makes the browser forget it. */
export async function takeSnackbar(
  session: WebSession,
  request: Request,
): Promise<{ snackbar: SnackbarMessage | null; headers: Headers }> {
  const snackbar = session.get('snackbar') ?? null;
  const headers = new Headers();
  if (snackbar) headers.append('set-cookie', await writeSession(session, request));
  return { snackbar, headers };
}

/** Redirects, and lets the page that follows show a message. */
export async function redirectWithSnackbar(
  target: string,
  snackbar: SnackbarMessage,
  session: WebSession,
  request: Request,
): Promise<Response> {
  session.flash('snackbar', snackbar);
  return redirect(target, { headers: { 'set-cookie': await writeSession(session, request) } });
}
