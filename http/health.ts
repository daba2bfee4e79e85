import type { Hono } from 'hono';

import type { HttpEnv } from './env';
import type { TrustedProxies } from './trusted-proxies';

export interface HealthPart {
  ok: boolean;
  detail: string;
}

export interface Health {
  ok: boolean;
  parts: Record<string, HealthPart>;
}

interface Options {
  report: () => Promise<Health>;
  /** `/healthz` ignores them. */
  optional: readonly string[];
  proxies: TrustedProxies;
  /** Milliseconds of a clock that never steps. */
  now?: () => number;
}

/** Bounds the queries and writes of many checks. */
const keptMs = 1_000;
const limitMs = 2_000;

const elapsedMs = () => performance.now();

/** `/healthz` (can serve requests) and `/readyz` (every part works). */
export function mountHealth(app: Hono<HttpEnv>, { report, optional, proxies, now = elapsedMs }: Options): void {
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
    // Details may name hosts and paths.
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
