const statuses = [301, 302, 307, 308] as const;

export interface RedirectRule {
  from: string;
  to: string;
  status: (typeof statuses)[number];
  external: boolean;
}

export function isExternal(target: string): boolean {
  const own = 'http://own.invalid';
  return !URL.canParse(target, own) || new URL(target, own).origin !== own;
}

/** JSON list; the first match applies. @throws Error that says what the setting must be */
export function parseRedirectRules(text: string): RedirectRule[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new Error('must be a JSON list like [{"from":"/old","to":"/new"}]');
  return list.map(readRule);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRule(given: unknown): RedirectRule {
  const { from, to, status = 302, external = false } = (given ?? {}) as { [name in keyof RedirectRule]?: unknown };
  if (typeof from !== 'string' || !/^\/[^?#]*$/.test(from))
    throw new Error('from must be a path, such as /old or /old/*');
  if (typeof to !== 'string' || to === '') throw new Error('to must be a path or an address');
  const known = statuses.find((one) => one === status);
  if (known === undefined) throw new Error(`status must be one of ${statuses.join(', ')}`);
  if (typeof external !== 'boolean') throw new Error('external must be true or false');
  if (!external && isExternal(to)) throw new Error('to leaves the site: allow it with "external": true');
  return { from, to, status: known, external };
}
