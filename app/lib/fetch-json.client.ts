/** A request of the page's own script to one of our resource routes; null when no usable answer came. */
export async function fetchJson<T>(href: string, init?: RequestInit): Promise<T | null> {
  try {
    const reply = await fetch(href, init);
    // The session has ended: the server says where to log in, and so we go there.
    if (reply.status === 401) {
      location.assign(((await reply.json()) as { login: string }).login);
      return await new Promise<never>(() => {});
    }
    return reply.status < 500 ? ((await reply.json()) as T) : null;
  } catch {
    return null;
  }
}
