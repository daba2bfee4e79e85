import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '~/routes';
import { exchange, type RawRequest } from '#tests/support/raw-http';
import { framings, heads, type Case, type Due } from './framings';
import type { Attempt } from './attempts';

export interface Visitor {
  name: string;
  isMember: boolean;
  port: number;
  /** Requests may end sessions. */
  cookie(path: string, what: string): Promise<string | undefined>;
}

interface Address {
  path: string;
  id: string;
  /** Of its code, and of what it reads in the path. */
  code: string;
  hasAction: boolean;
}

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.\w+$/, '');
const hasAction = ({ file }: RouteConfigEntry) =>
  /^export .*\baction\b/m.test(readFileSync(new URL(`../../../app/${file}`, import.meta.url), 'utf8'));

/** One of each route's code. */
export function addresses(): Address[] {
  const byPath = new Map<string, Address>();
  for (const address of addressesOf(routes, '')) {
    const isPosted = address.hasAction || byPath.get(address.path)?.hasAction === true;
    byPath.set(address.path, { ...address, hasAction: isPosted });
  }
  const all = [...byPath.values()];
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index);
}

function addressesOf(entries: readonly RouteConfigEntry[], parent: string): Address[] {
  return entries.flatMap((entry) => {
    const own = (entry.path ?? '').replace(':site?', 'google').replace(':page', 'pricing').replace('*', 'no/such/page');
    const path = `${parent}/${own}`.replace(/\/$/, '') || '/';
    return [
      { path, id: idOf(entry), code: `${entry.file} ${/:page/.test(entry.path ?? '')}`, hasAction: hasAction(entry) },
      ...addressesOf(entry.children ?? [], path === '/' ? '' : path),
    ];
  });
}

const queries: Record<string, (routeId: string) => string> = {
  '?_data of the route': (id) => `_data=${id}`,
  '?_data of the root': () => '_data=root',
  '?_data of no route': () => '_data=%00',
  '?index': () => 'index',
  'odd ids': () =>
    `material order order_id task id code face payment product_id type sample page key token address`
      .split(' ')
      .map((name) => `${name}=a%00b`)
      .join('&'),
  'odd numbers': () => 'page=99999999999999999999&per_page=-1&start=1e400&end=NaN&material=1&order=2&id=3',
  'odd bindings': () => 'p1=%ED%A0%80&face.p1=%00&face.__proto__=1&bind_face=%7B&redirect=%00&plan=%00',
  'wrong escapes': () => '%&a=%zz&%00=%&%c0%af',
  'a query of 8 KB': () => `a=${'b'.repeat(8000)}`,
};

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** No route has them. */
const oddPaths: Record<string, (path: string) => string> = {
  'a lone percent sign': (path) => `${path}/%`,
  'wrong UTF-8': (path) => `${path}/%c0%af`,
  NUL: (path) => `${path}%00`,
  'two slashes': (path) => `/${path}`,
  'a backslash': (path) => `/%5c${path}`,
  dots: (path) => `${path}/../..//./%2e%2e/`,
  'thousands of parts': (path) => `${path}${'/a'.repeat(7000)}`,
  'a full address': (path) => `http://elsewhere.example${path}`,
};

const dataOfPath = (path: string) => `${path === '/' ? '/_root' : path}.data`;
const dataPaths: Record<string, (path: string) => string> = {
  'the data of single fetch': dataOfPath,
  'the data of no routes': (path) => `${dataOfPath(path)}?_routes=%00`,
};

/** With an action and without, pages and resources, a cached one, one of members, one whose form may have files. */
const samples = new Set(['/', '/login/google', '/terms', '/my/faces', '/resources/theme', '/robots.txt', '/contact']);

/** Their own code reads forms with files; what reads the other forms is shared and refuses broken ones. */
const withFiles = /^\/(face-swap|contact|verify|my\/faces?|resources\/(face|upload))\b/;

/** What the code of a route may read. All else is answered before it and the session, or by what all routes share. */
const readByRoutes = new Set([
  ...['a plain GET', 'the data of single fetch, GET'],
  ...['odd ids', 'odd numbers', 'odd bindings', 'wrong escapes'],
]);
/** Posted to each route, also to those without an action. */
const postedToAll = new Set(['?index']);
const postedToActions = new Set(['multipart with NUL', 'odd ids']);

const isMultipart = ({ headers }: Case) => /^multipart\/form-data; boundary=/.test(headers?.['content-type'] ?? '');

/** They fail before the session. */
export async function pageAttempts(visitor: Visitor): Promise<Attempt[]> {
  const origin = `http://localhost:${visitor.port}`;
  const attempts: Attempt[] = [];
  for (const address of addresses()) {
    for (const [what, request, due] of requestsTo(address, visitor)) {
      const cookie = await visitor.cookie(address.path, what);
      const headers = { ...(cookie ? { cookie } : {}), origin, ...request.headers };
      attempts.push({ subject: `${address.path} (${visitor.name})`, what, request: { ...request, headers }, due });
    }
  }
  return attempts;
}

function* requestsTo(
  { path, id, hasAction: takesForms }: Address,
  { isMember }: Visitor,
): Generator<[what: string, request: RawRequest, due?: Due]> {
  const isSample = samples.has(path) && !isMember;
  const isSent = (what: string) => isSample || readByRoutes.has(what);
  const isPosted = (what: string, isRead = false) =>
    isSample || postedToAll.has(what) || (takesForms && (isRead || postedToActions.has(what)));

  const framed = Object.entries(framings(payload)).filter(([what, sent]) =>
    isPosted(what, withFiles.test(path) && isMultipart(sent)),
  );
  const headed = Object.entries(heads).filter(([what]) => isSent(what));
  for (const [what, { due, ...rest }] of [...framed, ...headed])
    if (due !== 'any or none' || path === '/login/google') yield [what, { ...rest, path }, due];

  for (const [what, query] of Object.entries(queries)) {
    const target = `${path}?${query(id)}`;
    if (isSent(what)) yield [what, { path: target }];
    if (isPosted(what))
      yield [`${what}, posted`, { method: 'POST', path: target, headers: form, body: 'intent=nothing' }];
  }

  for (const [what, change] of Object.entries(dataPaths))
    for (const method of allMethods)
      if (isSent(`${what}, ${method}`)) yield [`${what}, ${method}`, { method, path: change(path) }];

  for (const [what, change] of Object.entries(isSample ? oddPaths : {}))
    for (const method of ['GET', 'POST']) yield [`${what} in the path, ${method}`, { method, path: change(path) }];

  for (const [what, origin] of Object.entries(isSample ? otherOrigins : {}))
    yield [what, { method: 'POST', path, headers: { ...form, origin }, body: '' }];
}

const otherOrigins = { 'from another site': 'https://evil.example', 'from nowhere': 'null' };

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Unknown intent: no effect. */
const payload = { json: '{"intent":"nothing"}', form: 'intent=nothing&key=1' };

interface Form {
  action: string;
  isMultipart: boolean;
  fields: Record<string, string>;
  /** Names of fields for numbers, and of choices, which may be numbers. */
  numbers: Set<string>;
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

export function formsOf(html: string, path: string): Form[] {
  return [...html.matchAll(/(<form[^>]*method="post"[^>]*>)(.*?)<\/form>/gis)].map(([, tag = '', inside = '']) => {
    const fields: Record<string, string> = {};
    const numbers = new Set<string>();
    for (const [field] of inside.matchAll(/<(?:input|textarea|select|button)\s[^>]*>/gi)) {
      const name = attribute(field, 'name');
      if (!name || attribute(field, 'type') === 'file') continue;
      fields[name] = attribute(field, 'value') ?? '';
      if (isOfNumber(field)) numbers.add(name);
    }
    const action = (attribute(tag, 'action') ?? path).replace(/#.*$/, '');
    return { action, isMultipart: /multipart/i.test(attribute(tag, 'enctype') ?? ''), fields, numbers };
  });
}

const oddTexts = { NUL: 'a%00b', 'a lone surrogate': '%ED%A0%80', 'a long text': 'x'.repeat(100_000) };
const oddNumbers = { 'a huge number': '99999999999999999999', 'a number below zero': '-1' };

const isOfNumber = (field: string) =>
  /^<select/i.test(field) ||
  /^(number|range)$/.test(attribute(field, 'type') ?? '') ||
  /^-?\d/.test(attribute(field, 'value') ?? '');

/** Read by what all actions share, or by none. An unknown intent is refused whatever it is. */
const sharedFields = new Set(['intent', 'account', 'username']);

function oddValuesFor(field: string, numbers: Set<string>): Record<string, string> {
  if (sharedFields.has(field)) return { NUL: oddTexts.NUL };
  return { ...oddTexts, ...(numbers.has(field) ? oddNumbers : {}) };
}

export async function formAttempts(visitor: Visitor, extraPaths: readonly string[] = []): Promise<Attempt[]> {
  const origin = `http://localhost:${visitor.port}`;
  const attempts: Attempt[] = [];
  const seen = new Set<string>();
  for (const path of new Set([...addresses().map((address) => address.path), ...extraPaths])) {
    const cookie = await visitor.cookie(path, 'forms');
    const page = await exchange(visitor.port, { path, headers: cookie ? { cookie } : {} });
    for (const { action, fields, numbers, isMultipart } of formsOf(page.text, path)) {
      const signature = `${action} ${fields.intent ?? ''} ${Object.keys(fields).join()}`;
      if (seen.has(signature)) continue;
      seen.add(signature);
      for (const field of Object.keys(fields)) {
        for (const [what, value] of Object.entries(oddValuesFor(field, numbers))) {
          const others = Object.entries(fields).filter(([name]) => name !== field);
          const ownCookie = await visitor.cookie(action.split('?')[0]!, what);
          const sent = isMultipart ? asMultipart(others, field, value) : asUrlEncoded(others, field, value);
          const headers = { ...sent.headers, origin, ...(ownCookie ? { cookie: ownCookie } : {}) };
          const subject = `${action} ${fields.intent ?? ''} (${visitor.name})`;
          const request = { method: 'POST', path: action, headers, body: sent.body };
          attempts.push({ subject, what: `${what} in ${field} of the form`, request });
        }
      }
    }
  }
  return attempts;
}

function asUrlEncoded(others: [string, string][], field: string, value: string) {
  const rest = new URLSearchParams(others).toString();
  return { headers: form, body: `${rest}${rest && '&'}${encodeURIComponent(field)}=${value}` };
}

function asMultipart(others: [string, string][], field: string, value: string) {
  const part = (name: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const parts = others.map(([name, content]) => part(name, Buffer.from(content)));
  const odd = Buffer.from(
    value.replace(/%(\w\w)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  const body = Buffer.concat([...parts, part(field, odd), Buffer.from('--edge--\r\n')]);
  return { headers: { 'content-type': 'multipart/form-data; boundary=edge' }, body };
}
