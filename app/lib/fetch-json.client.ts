import { sendUntilAnswered, submissionKey } from '~/features/connection/send-until-answered.client';

interface Options extends RequestInit {
  /** Before leaving for the login page. */
  onSignedOut?: () => Promise<unknown>;
}

/** Waits for a lost connection. Null if the server fails, or if a proxy answers in its place. */
export async function fetchJson<T>(href: string, { onSignedOut, ...init }: Options = {}): Promise<T | null> {
  const headers = init.method === 'POST' ? { 'idempotency-key': submissionKey() } : undefined;
  const reply = await sendUntilAnswered(() => fetch(href, { ...init, headers }), init.signal);
  // The session has ended.
  if (reply.status === 401) {
    await onSignedOut?.();
    location.assign(((await reply.json()) as { login: string }).login);
    return await new Promise<never>(() => {});
  }
  return reply.status < 500 ? ((await reply.json().catch(() => null)) as T | null) : null;
}
