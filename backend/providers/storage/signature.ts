import { createHmac, timingSafeEqual } from 'node:crypto';
import { isKey } from './keys';

export interface Grant {
  /** TUS: every request of an upload. */
  method: 'GET' | 'PUT' | 'TUS';
  key: string;
  expires: Date;
  /** PUT and TUS: bytes. PUT: the required content type. */
  maxBytes?: number;
  contentType?: string;
  /** GET: download name. */
  saveAs?: string;
}

export type GrantRefusal = 'forged' | 'expired';

const isMethod = (method: string): method is Grant['method'] => ['GET', 'PUT', 'TUS'].includes(method);
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

function macOf(secret: string, query: URLSearchParams, method: string, key: string): string {
  const signed = [method, key, ...['expires', 'max', 'type', 'name'].map((name) => query.get(name) ?? '')];
  return createHmac('sha256', secret).update(signed.join('\n')).digest('base64url');
}

export function signGrant(secret: string, grant: Grant): URLSearchParams {
  const query = new URLSearchParams({ expires: String(seconds(grant.expires)) });
  if (grant.maxBytes !== undefined) query.set('max', String(grant.maxBytes));
  if (grant.contentType) query.set('type', grant.contentType);
  if (grant.saveAs) query.set('name', grant.saveAs);
  query.set('signature', macOf(secret, query, grant.method, grant.key));
  return query;
}

export function readGrant(
  secret: string,
  method: string,
  key: string,
  query: URLSearchParams,
  now: Date,
): Grant | GrantRefusal {
  const given = Buffer.from(query.get('signature') ?? '');
  const wanted = Buffer.from(macOf(secret, query, method, key));
  const authentic = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!authentic || !isKey(key) || !isMethod(method)) return 'forged';
  const expires = new Date(Number(query.get('expires')) * 1000);
  if (expires <= now) return 'expired';
  const max = query.get('max');
  return {
    method,
    key,
    expires,
    ...(max === null ? {} : { maxBytes: Number(max) }),
    ...(query.has('type') ? { contentType: query.get('type')! } : {}),
    ...(query.has('name') ? { saveAs: query.get('name')! } : {}),
  };
}
