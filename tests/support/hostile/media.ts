import { exchange } from '#tests/support/raw-http';
import type { Attempt } from './attempts';
import { framings, heads } from './framings';
import { dataOf } from './members';

export async function signedLinks(port: number, root: string, token: string): Promise<Record<string, string>> {
  const ask = <T>(call: string, body: object) => dataOf<T>(port, `${root}${call}`, body, token);
  type Upload = { upload: { url: string } };
  const { material } = await ask<{ material: { playable_url: string } }>('/faceswap/sample', { sample: 'sofia' });
  const { upload: put } = await ask<Upload>('/upload/sign_url', { format: 'jpg', size: 1000 });
  const { upload: tus } = await ask<Upload>('/upload/sign_url', { format: 'mp4', size: 1000, resumable: true });
  const { upload: attachment } = await ask<Upload>('/feedback/sign_url', { format: 'png' });
  const links = { 'a picture': material.playable_url, 'a place for a file': put.url };
  const all = { ...links, 'a place for pieces': tus.url, 'a place for an attachment': attachment.url };
  return Object.fromEntries(Object.entries(all).map(([name, url]) => [name, pathOf(url)]));
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return `${pathname}${search}`;
}

const spoiled: Record<string, (link: string) => string> = {
  'as signed': (link) => link,
  'without a signature': (link) => link.split('?')[0]!,
  'with a signature cut off': (link) => link.slice(0, -3),
  'with every parameter twice': (link) => `${link}&${link.split('?')[1]}`,
  'with odd parameters': (link) => `${link.split('?')[0]}?expires=NaN&signature=%00&max=1e999&type=%&as=%0a`,
  'with wrong escapes': (link) => link.replace(/\/[^/?]*\?/, '/%E0%A4%A?'),
  'with NUL': (link) => link.replace('?', '%00?'),
  'with a way out': (link) => link.replace(/\/[^/?]*\?/, '/..%2f..%2f..%2fetc%2fpasswd?'),
};

const tusHeaders: Record<string, Record<string, string>> = {
  'a length that is no number': { 'tus-resumable': '1.0.0', 'upload-length': 'many' },
  'a length beyond all bounds': { 'tus-resumable': '1.0.0', 'upload-length': '9'.repeat(40) },
  'an offset that is no number': { 'tus-resumable': '1.0.0', 'upload-offset': 'NaN' },
  'an offset past the end': { 'tus-resumable': '1.0.0', 'upload-offset': '9007199254740993' },
  'another version': { 'tus-resumable': '9.9', 'upload-length': '10' },
  'no version': { 'upload-length': '10' },
  'metadata that is none': { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': 'a b c,,%00,\xff' },
  'a checksum that is none': { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-checksum': 'none %%%' },
  'another method named': { 'tus-resumable': '1.0.0', 'x-http-method-override': 'TRACE' },
  'parts put together': { 'tus-resumable': '1.0.0', 'upload-concat': 'final;/a /b' },
};

/** The server in front of the API could change addresses. */
export function spoiledAttempts(links: Record<string, string>): Attempt[] {
  return Object.entries(links).flatMap(([name, link]) =>
    Object.entries(spoiled).flatMap(([how, spoil]) =>
      ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'TRACE'].map((method) => {
        return { subject: name, what: `${method} ${how}`, request: { method, path: spoil(link) } };
      }),
    ),
  );
}

/** Odd bodies and headers. */
export function headAttempts(links: Record<string, string>): Attempt[] {
  const odd = Object.entries({ ...framings({ json: '{}', form: 'a=b' }), ...heads });
  const attempts: Attempt[] = [];
  for (const [name, path] of Object.entries(links)) {
    for (const [what, { due, ...rest }] of odd) {
      if (due === 'any or none') continue;
      for (const method of rest.method === 'POST' ? ['PUT', 'POST', 'PATCH'] : [rest.method ?? 'GET']) {
        attempts.push({ subject: name, what: `${method}: ${what}`, request: { ...rest, method, path } });
      }
    }
    for (const [what, headers] of Object.entries(tusHeaders)) {
      const type = { 'content-type': 'application/offset+octet-stream' };
      for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE']) {
        const request = { method, path, headers: { ...type, ...headers }, body: method === 'PATCH' ? 'x' : '' };
        attempts.push({ subject: name, what: `${method} with ${what}`, request });
      }
    }
  }
  return attempts;
}

export function otherAttempts(root: string): Attempt[] {
  const below = ['/no/such/call', '/%', '/%00', '/%c0%af', '//', '/webhook/none', '/webhook/sandbox', '/webhook/%00'];
  const shared = ['', '?file=result', '?token=%00&file=result', '?token=%c0%af&file=poster', '?token=a&file=a&file=%'];
  const api = [
    ...below,
    ...shared.map((query) => `/shared/file${query}`),
    '/media/',
    '/media/%',
    '/resumable/%',
    '/resumable/x',
    '/openapi.json',
    '/docs',
  ];
  const files = ['/healthz', '/readyz', '/assets/..%2f..%2fpackage.json', '/assets/%', '/assets/%00', '/builds/%'];
  const apart = root === '' ? [] : [...files, '/service-worker.js', '/dev/outbox/%00', '/dev/pay?id=%00', '/*'];
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'TRACE'];
  return [...api.map((path) => `${root}${path}`), ...apart].flatMap((path) =>
    methods.flatMap((method) => [
      { subject: path, what: method, request: { method, path } },
      { subject: path, what: `${method} in chunks`, request: { method, path, body: '{', framing: 'chunked' as const } },
    ]),
  );
}

export async function answers(port: number, path: string): Promise<boolean> {
  return (await exchange(port, { path })).status === 200;
}
