/** A request of the page's own script to one of our resource routes; null when no usable answer came. */
export async function ask<T>(href: string, init?: RequestInit): Promise<T | null> {
  try {
    const reply = await fetch(href, init);
    // The session has ended: the server led us to its login page, and so we go there.
    if (reply.redirected) {
      location.assign(reply.url);
      return await new Promise<never>(() => {});
    }
    return reply.status < 500 ? ((await reply.json()) as T) : null;
  } catch {
    return null;
  }
}
