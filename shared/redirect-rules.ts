const statuses = [301, 302, 307, 308] as const;

export interface RedirectRule {
  from: string;
  to: string;
  status: (typeof statuses)[number];
  external: boolean;
}

const own = 'http://own.invalid';

export function isExternal(target: string): boolean {
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
  if (typeof to !== 'string' || to === '' || !URL.canParse(to, own)) throw new Error('to must be a path or an address');
  const known = statuses.find((one) => one === status);
  if (known === undefined) throw new Error(`status must be one of ${statuses.join(', ')}`);
  if (typeof external !== 'boolean') throw new Error('external must be true or false');
  const target = encode(to);
  if (!external && isExternal(target)) throw new Error('to leaves the site: allow it with "external": true');
  return { from: new URL(own + from).pathname, to: target, status: known, external };
}

/** As browsers send it, and as a header can have it. */
function encode(target: string): string {
  const { href, protocol } = new URL(target, own);
  if (target.startsWith('//')) return href.slice(protocol.length);
  return isExternal(target) ? href : href.slice(own.length);
}
