/** Inclusive. */
export interface Range {
  start: number;
  end: number;
}

/** RFC 9110, section 13.1.2. */
export function isUnchanged(headers: Headers, etag: string): boolean {
  const given = headers.get('if-none-match');
  if (!given) return false;
  return given.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Null for the whole file: no header, several ranges, or another version (RFC 9110, sections 13.1.5 and 14.2). */
export function rangeOf(headers: Headers, size: number, etag: string): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const validator = headers.get('if-range');
  if (validator !== null && validator !== etag) return null;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
