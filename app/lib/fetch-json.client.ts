/** Requests a resource route. Returns null if it is unreachable or fails. */
export async function fetchJson<T>(href: string, init?: RequestInit): Promise<T | null> {
  try {
    const reply = await fetch(href, init);
    // The session has ended: go to the login page.
    if (reply.status === 401) {
      location.assign(((await reply.json()) as { login: string }).login);
      return await new Promise<never>(() => {});
    }
    return reply.status < 500 ? ((await reply.json()) as T) : null;
  } catch {
    return null;
  }
}
