import { redirectWithSession, writeSession, type SnackbarMessage, type WebSession } from './session.server';

/** Includes the header that clears it. */
export async function takeFlash(
  session: WebSession,
  request: Request,
): Promise<{ snackbar: SnackbarMessage | null; hasLoggedOut: boolean; headers: Headers }> {
  const snackbar = session.get('snackbar') ?? null;
  const hasLoggedOut = session.get('hasLoggedOut') ?? false;
  const headers = new Headers();
  if (snackbar || hasLoggedOut) headers.append('set-cookie', await writeSession(session, request));
  return { snackbar, hasLoggedOut, headers };
}

export async function redirectWithSnackbar(
  target: string,
  snackbar: SnackbarMessage,
  session: WebSession,
  request: Request,
): Promise<Response> {
  session.flash('snackbar', snackbar);
  return redirectWithSession(target, session, request);
}
