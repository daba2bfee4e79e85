import { redirect } from '@remix-run/node';
import { z } from 'zod/v4';

const ruleSchema = z
  .object({
    from: z.string().regex(/^\/[^?#]*$/, 'from must be a path, such as /old or /old/*'),
    to: z.string().min(1, 'to must be a path or an address'),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(302),
    external: z.boolean().default(false),
  })
  .refine(({ to, external }) => external || !isExternal(to), {
    error: 'to leaves the site: allow it with "external": true',
  });

export type RedirectRule = z.output<typeof ruleSchema>;

/** JSON list; the first match applies. */
export const redirectRules = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'must be a JSON list like [{"from":"/old","to":"/new"}]',
      });
      return z.NEVER;
    }
  })
  .pipe(z.array(ruleSchema));

export function isExternal(target: string): boolean {
  const own = 'http://own.invalid';
  return !URL.canParse(target, own) || new URL(target, own).origin !== own;
}

/** @throws Error for an external target without `external: true` */
export function redirectTo(target: string, { external = false, status = 302 } = {}): Response {
  if (isExternal(target) && !external) {
    throw new Error(`Navigating to ${target} leaves the site, which takes { external: true }.`);
  }
  return redirect(target, status);
}

/** `/old/*` matches everything below; the rest replaces `*` in `to`. */
export function redirectByRule(request: Request, rules: readonly RedirectRule[]): Response | undefined {
  const { pathname, search } = new URL(request.url);
  for (const { from, to, status, external } of rules) {
    const rest = matchPath(from, pathname);
    if (rest === undefined) continue;
    const target = to.replace('*', rest);
    return redirectTo(target.includes('?') ? target : target + search, { external, status });
  }
  return undefined;
}

function matchPath(from: string, path: string): string | undefined {
  if (!from.endsWith('/*')) return path === from ? '' : undefined;
  const folder = from.slice(0, -1);
  return path.startsWith(folder) ? path.slice(folder.length) : undefined;
}
