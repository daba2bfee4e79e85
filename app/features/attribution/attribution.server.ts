import type { MiddlewareHandler } from 'hono';
import { parse } from 'hono/utils/cookie';

import { attributionCookie, attributionKey, parseAttribution, type Attribution } from './attribution';

/** A middleware, so that redirects record it, too. */
export const recordAttribution: MiddlewareHandler = async (context, next) => {
  await next();
  const record = parseAttribution(new URL(context.req.url).searchParams);
  if (record) context.header('set-cookie', attributionCookie(record), { append: true });
};

/** Undefined if missing or invalid. */
export function readUtmAll(cookies: string | null): string | undefined {
  const value = parse(cookies ?? '', attributionKey)[attributionKey];
  const record = value && parseRecord(value);
  return record ? JSON.stringify(record) : undefined;
}

function parseRecord(value: string): Attribution | null {
  try {
    const stored = JSON.parse(value) as Record<string, unknown>;
    return parseAttribution(new URLSearchParams(Object.entries(stored).map(([name, part]) => [name, String(part)])));
  } catch {
    return null;
  }
}
