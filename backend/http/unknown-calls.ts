import type { Context, Handler, Hono } from 'hono';
import { calls } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { ApiEnv } from './api-env';

/** 405 with `Allow` if the path has other methods, else 404. Mount it last. */
export function rejectUnknown(app: Hono<ApiEnv>): Handler<ApiEnv> {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (context: Context<ApiEnv>) => {
    const path = pathBelowRoot(context);
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) throw new AppError('no_such_call');
    const hasEffect = Object.values(calls).some((call) => call.path === path && !call.repeatable);
    if (methods.includes('GET') && !hasEffect) methods.push('HEAD');
    const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
    context.header('allow', allow);
    throw new AppError('method_not_allowed', {
      message: `${context.req.method} is not possible here; use ${methods.join(' or ')}.`,
    });
  };
}

/** Without the mount prefix `/api`. */
export const pathBelowRoot = (context: Context): string => context.req.path.replace(/^\/api(?=\/)/, '');

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/:\w+/g, '/[^/]+')
      .replace(/\*/g, '.*')}$`,
  );
