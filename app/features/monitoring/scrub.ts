/** Secrets by property name or format. */
const secretName = /^(?:authorization|cookie|set-cookie|x-csrf-token|.*(?:password|secret|token|signature|dsn))$/i;
const word = /[^\s"'<>]+/g;
// Clients choose the text, so matching is linear: each alternative begins at most once per run.
const credential = /\bfs_[\w-]{16,}|\bBearer\s+\S+|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const filtered = '[filtered]';

/** Removes credentials and queries, which may carry secrets. */
export const scrubText = (text: string): string => text.replace(word, withoutQuery).replace(credential, filtered);

function withoutQuery(text: string): string {
  const start = text.indexOf('?');
  if (start === -1 || !text.slice(0, start).includes('/')) return text;
  const fragment = text.indexOf('#', start);
  const end = fragment === -1 ? text.length : fragment;
  return end === start + 1 ? text : `${text.slice(0, start)}?${filtered}${text.slice(end)}`;
}

/** Copies; keeps trace ids and the user. */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (typeof value !== 'object' || value === null || depth > 20) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => scrub(item, depth + 1)) as T;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const kept = Object.entries(value).map(([name, item]) => [
    name,
    secretName.test(name) && item != null ? filtered : scrub(item, depth + 1),
  ]);
  return Object.fromEntries(kept) as T;
}
