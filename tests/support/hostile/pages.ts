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
  hasAction: boolean;
}

const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.\w+$/, '');
const hasAction = ({ file }: RouteConfigEntry) =>
  /^export .*\baction\b/m.test(readFileSync(new URL(`../../../app/${file}`, import.meta.url), 'utf8'));

export function addresses(): Address[] {
  const byPath = new Map<string, Address>();
  for (const address of addressesOf(routes, '')) {
    const isPosted = address.hasAction || byPath.get(address.path)?.hasAction === true;
    byPath.set(address.path, { ...address, hasAction: isPosted });
  }
  return [...byPath.values()];
}

function addressesOf(entries: readonly RouteConfigEntry[], parent: string): Address[] {
  return entries.flatMap((entry) => {
    const own = (entry.path ?? '').replace(':site?', 'google').replace(':page', 'pricing').replace('*', 'no/such/page');
    const path = `${parent}/${own}`.replace(/\/$/, '') || '/';
    return [
      { path, id: idOf(entry), hasAction: hasAction(entry) },
      ...addressesOf(entry.children ?? [], path === '/' ? '' : path),
    ];
  });
}

const queries: Record<string, (address: Address) => string> = {
  '?_data of the route': ({ id }) => `_data=${id}`,
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

const pathsOf: Record<string, (path: string) => string> = {
  'a lone percent sign': (path) => `${path}/%`,
  'wrong UTF-8': (path) => `${path}/%c0%af`,
  NUL: (path) => `${path}%00`,
  'two slashes': (path) => `/${path}`,
  'a backslash': (path) => `/%5c${path}`,
  dots: (path) => `${path}/../..//./%2e%2e/`,
  'thousands of parts': (path) => `${path}${'/a'.repeat(7000)}`,
  'a full address': (path) => `http://elsewhere.example${path}`,
  'the data of single fetch': (path) => `${path === '/' ? '/_root' : path}.data`,
  'the data of no routes': (path) => `${path === '/' ? '/_root' : path}.data?_routes=%00`,
};

/** With an action and without, pages and resources, and one whose form may have files: they get every attempt. */
const samples = new Set(['/login', '/terms', '/resources/theme', '/robots.txt', '/contact']);
/** Posted to each route in any case. */
const sentToAll = new Set(['no body, no length', 'a form in chunks', '?index']);

const isForm = ({ headers }: Case) =>
  /^application\/x-www-form-urlencoded$|^multipart\/form-data; boundary=/.test(headers?.['content-type'] ?? '');

/** Other bodies than forms are refused before any route, and forms before a route without an action. */
const isWorthPosting = ({ path, hasAction: takesForms }: Address, what: string, isReadByRoute: boolean) =>
  (takesForms && isReadByRoute) || samples.has(path) || sentToAll.has(what);

/** They fail before the session. */
export async function pageAttempts(visitor: Visitor): Promise<Attempt[]> {
  const origin = `http://localhost:${visitor.port}`;
  const attempts: Attempt[] = [];
  for (const address of addresses()) {
    const { path } = address;
    const add = async (what: string, request: RawRequest, due?: Due) => {
      const cookie = await visitor.cookie(path, what);
      const headers = { ...(cookie ? { cookie } : {}), origin, ...request.headers };
      attempts.push({ subject: `${path} (${visitor.name})`, what, request: { ...request, headers }, due });
    };
    const framed = Object.entries(framings(payload)).filter(([what, sent]) =>
      isWorthPosting(address, what, isForm(sent)),
    );
    for (const [what, { due, ...rest }] of [...framed, ...Object.entries(visitor.isMember ? methods : heads)]) {
      if (due !== 'any or none' || path === '/login') await add(what, { ...rest, path }, due);
    }
    for (const [what, query] of Object.entries(queries)) {
      const target = `${path}?${query(address)}`;
      await add(what, { path: target });
      if (isWorthPosting(address, what, true))
        await add(`${what}, posted`, { method: 'POST', path: target, headers: form, body: 'intent=nothing' });
    }
    for (const [what, change] of Object.entries(pathsOf)) {
      if (visitor.isMember && !what.startsWith('the data')) continue;
      for (const method of what.startsWith('the data') ? allMethods : ['GET', 'POST']) {
        await add(`${what} in the path, ${method}`, { method, path: change(path) });
      }
    }
    await add('from another site', {
      method: 'POST',
      path,
      headers: { ...form, origin: 'https://evil.example' },
      body: '',
    });
    await add('from nowhere', { method: 'POST', path, headers: { ...form, origin: 'null' }, body: '' });
  }
  return attempts;
}

const methods = Object.fromEntries(Object.entries(heads).filter(([, { method }]) => method));

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Unknown intent: no effect. */
const payload = { json: '{"intent":"nothing"}', form: 'intent=nothing&key=1' };

interface Form {
  action: string;
  isMultipart: boolean;
  fields: Record<string, string>;
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

export function formsOf(html: string, path: string): Form[] {
  return [...html.matchAll(/(<form[^>]*method="post"[^>]*>)(.*?)<\/form>/gis)].map(([, tag = '', inside = '']) => {
    const fields: Record<string, string> = {};
    for (const [field] of inside.matchAll(/<(?:input|textarea|select|button)\s[^>]*>/gi)) {
      const name = attribute(field, 'name');
      if (name && attribute(field, 'type') !== 'file') fields[name] = attribute(field, 'value') ?? '';
    }
    const action = (attribute(tag, 'action') ?? path).replace(/#.*$/, '');
    return { action, isMultipart: /multipart/i.test(attribute(tag, 'enctype') ?? ''), fields };
  });
}

const oddTexts = {
  NUL: 'a%00b',
  'a lone surrogate': '%ED%A0%80',
  'a long text': 'x'.repeat(100_000),
  'a huge number': '99999999999999999999',
  'a number below zero': '-1',
};

export async function formAttempts(visitor: Visitor, extraPaths: readonly string[] = []): Promise<Attempt[]> {
  const origin = `http://localhost:${visitor.port}`;
  const attempts: Attempt[] = [];
  const seen = new Set<string>();
  for (const path of new Set([...addresses().map((address) => address.path), ...extraPaths])) {
    const cookie = await visitor.cookie(path, 'forms');
    const page = await exchange(visitor.port, { path, headers: cookie ? { cookie } : {} });
    for (const { action, fields, isMultipart } of formsOf(page.text, path)) {
      const signature = `${action} ${fields.intent ?? ''} ${Object.keys(fields).join()}`;
      if (seen.has(signature)) continue;
      seen.add(signature);
      for (const field of Object.keys(fields)) {
        for (const [what, value] of Object.entries(oddTexts)) {
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
