import type { Hono } from 'hono';

import type { HttpEnv } from './env';
import type { TrustedProxies } from './trusted-proxies';

export interface HealthPart {
  ok: boolean;
  detail: string;
}

export interface Health {
  /** Whether every part works. */
  ok: boolean;
  parts: Record<string, HealthPart>;
}

interface Options {
  report: () => Promise<Health>;
  /** Parts that may be missing while this role still serves requests: `/healthz` leaves them out. */
  optional: readonly string[];
  proxies: TrustedProxies;
  now?: () => number;
}

/** A flood of checks must not become a flood of writes and queries: one answer serves for this long. */
const keptMs = 1_000;
const limitMs = 2_000;

/** `/healthz` (send requests here) and `/readyz` (every part works), as load balancers and operators ask for them. */
export function mountHealth(app: Hono<HttpEnv>, { report, optional, proxies, now = Date.now }: Options): void {
  let kept: { health: Promise<Health>; until: number } | undefined;
  const current = () => {
    if (!kept || kept.until <= now()) kept = { health: withinLimit(report()), until: now() + keptMs };
    return kept.health;
  };

  app.get('/healthz', async (context) => {
    const { parts } = await current();
    const ok = Object.entries(parts).every(([name, part]) => part.ok || optional.includes(name));
    return context.json({ ok }, ok ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.get('/readyz', async (context) => {
    const health = await current();
    // Details may name hosts and paths: they are for people on the operator's own network.
    const body = proxies.isPrivate(context.env.clientAddress) ? health : { ok: health.ok };
    return context.json(body, health.ok ? 200 : 503, { 'cache-control': 'no-store' });
  });
}

async function withinLimit(report: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>((resolve) => {
    const detail = `did not answer within ${limitMs} ms`;
    timer = setTimeout(() => resolve({ ok: false, parts: { health: { ok: false, detail } } }), limitMs);
  });
  try {
    return await Promise.race([report, late]);
  } catch (error) {
    return { ok: false, parts: { health: { ok: false, detail: (error as Error).message } } };
  } finally {
    clearTimeout(timer);
  }
}
