import type { RawRequest } from '#tests/support/raw-http';

export interface Payload {
  json: string;
  form: string;
}

/** The API's, any HTTP answer, or a closed connection. */
export type Due = 'ours' | 'any' | 'any or none';

export type Case = Omit<RawRequest, 'path'> & { due?: Due };

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=edge' };
const post = (rest: Case = {}): Case => ({ method: 'POST', ...rest });
const part = (name: string, value: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** Made once: every call and route receives them. */
const tooLarge = Buffer.from(JSON.stringify({ a: 'x'.repeat(1_200_000) }));
const manyFields = Buffer.from(`${part('a', 'b').repeat(2000)}--edge--\r\n`);
const deep = (open: string, depth: number) => open.repeat(depth);

export const framings = ({ json: good, form: goodForm }: Payload): Record<string, Case> => ({
  'no body, no length': post(),
  'no body, a type': post({ headers: json }),
  'Content-Length: 0': post({ headers: { ...json, 'content-length': '0' } }),
  'JSON in chunks': post({ headers: json, body: good, framing: 'chunked' }),
  'a form in chunks': post({ headers: form, body: goodForm, framing: 'chunked' }),
  'chunks without content': post({ headers: json, body: '', framing: 'chunked' }),
  'HTTP/1.0': post({ version: '1.0', headers: json, body: good }),
  'HTTP/1.0 without a body': post({ version: '1.0' }),
  'HTTP/1.0 without a host': post({ due: 'any', version: '1.0', headers: { ...form, host: null }, body: goodForm }),
  'JSON as plain text': post({ headers: { 'content-type': 'text/plain' }, body: good }),
  'no content type': post({ body: good }),
  'a nonsense content type': post({ headers: { 'content-type': ';;=;' }, body: good }),
  'multipart without a boundary': post({ headers: { 'content-type': 'multipart/form-data' }, body: part('a', 'b') }),
  'multipart with another boundary': post({ headers: multipart, body: '--other\r\n\r\nx\r\n--other--\r\n' }),
  'multipart that breaks off': post({ headers: multipart, body: part('a', 'b').slice(0, -6) }),
  'multipart without content': post({ headers: multipart, body: '' }),
  'multipart in chunks that breaks off': post({ headers: multipart, body: part('a', 'b'), framing: 'chunked' }),
  'multipart with NUL': post({ headers: multipart, body: `${part('email', 'a\0b')}${part('a\0', 'b')}--edge--\r\n` }),
  'invalid JSON': post({ headers: json, body: '{"email":' }),
  'a form with wrong escapes': post({ headers: form, body: 'a=%&b=%zz&%ff=%c0%80&=&&' }),
  'a body that says it is compressed': post({ headers: { ...json, 'content-encoding': 'gzip' }, body: good }),
  'a body larger than any limit': post({ headers: json, body: tooLarge }),
  'a terabyte announced': post({ headers: { ...json, 'content-length': '1000000000000' } }),
  'Expect: 100-continue': post({ headers: { ...json, expect: '100-continue' }, body: good }),
  'a length and chunks': post({
    headers: { ...json, 'content-length': '5', 'transfer-encoding': 'chunked' },
    body: good,
    due: 'any or none',
  }),
  'a negative length': post({ headers: { ...json, 'content-length': '-1' }, due: 'any or none' }),
  'chunks that are none': post({
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body: 'zz\r\n',
    due: 'any or none',
  }),
});

export const bodies = ({ json: good }: Payload): Record<string, Case> => ({
  'an empty form': post({ headers: form, body: '' }),
  'JSON as XML': post({ headers: { 'content-type': 'application/xml' }, body: good }),
  'JSON as bytes': post({ headers: { 'content-type': 'application/octet-stream' }, body: good }),
  'multipart of many fields': post({ headers: multipart, body: manyFields }),
  'a JSON list': post({ headers: json, body: '[1,2]' }),
  'JSON null': post({ headers: json, body: 'null' }),
  'a JSON string': post({ headers: json, body: '"text"' }),
  'a JSON number': post({ headers: json, body: '1e999' }),
  'deeply nested JSON': post({ headers: json, body: deep('[', 50_000) + deep(']', 50_000) }),
  'JSON with names of prototypes': post({ headers: json, body: '{"__proto__":{"a":1},"constructor":1,"toString":1}' }),
  'JSON with a byte order mark': post({ headers: json, body: `\ufeff${good}` }),
  'bytes that are no UTF-8': post({ headers: json, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22]) }),
});

export const heads: Record<string, Case> = {
  'a plain GET': {},
  HEAD: { method: 'HEAD' },
  OPTIONS: { method: 'OPTIONS' },
  PUT: { method: 'PUT', headers: json, body: '{}' },
  PATCH: { method: 'PATCH', headers: json, body: '{}' },
  DELETE: { method: 'DELETE' },
  TRACE: { method: 'TRACE' },
  PROPFIND: { method: 'PROPFIND' },
  'a method nobody knows': { method: 'NONSENSE', due: 'any or none' },
  CONNECT: { method: 'CONNECT', due: 'any or none' },
  'HTTP/1.0 GET': { due: 'any', version: '1.0', headers: { host: null } },
  'a host with spaces': { due: 'any', headers: { host: 'a b' } },
  'a host with brackets': { due: 'any', headers: { host: 'a[b' } },
  'no host': { headers: { host: null }, due: 'any or none' },
  'an empty host': { due: 'any', headers: { host: '' } },
  'a wrong forwarded host': { headers: { 'x-forwarded-host': 'a b/<' } },
  'a wrong forwarded protocol': { headers: { 'x-forwarded-proto': 'java script:' } },
  'a wrong forwarded address': { headers: { 'x-forwarded-for': 'nobody, ::::, %00' } },
  'a wrong request id': { headers: { 'x-request-id': '<script>'.repeat(30) } },
  'a wrong token': { headers: { authorization: 'Bearer \xff\xfe', cookie: '__session=%00%; =;;' } },
  'another scheme': { headers: { authorization: 'Basic dGVzdDp0ZXN0' } },
  'a cookie of 12 KB': { headers: { cookie: '_gaaaaaaa'.repeat(1365) } },
  'headers of 20 KB': { headers: { 'x-long': 'a'.repeat(20_000) }, due: 'any or none' },
  'a body on GET': { headers: json, body: '{}' },
  'chunks on GET': { headers: json, body: '{}', framing: 'chunked' },
  'an upgrade': { headers: { connection: 'Upgrade, close', upgrade: 'websocket' } },
  'a range': { headers: { range: 'bytes=9-1,-,99999999999999999999-' } },
  'wrong conditions': { headers: { 'if-none-match': '"', 'if-modified-since': 'never', 'if-range': '%%' } },
  'wrong preferences': { headers: { accept: ';;;', 'accept-language': '*;q=9,\xe9', 'accept-encoding': 'none;q=x' } },
};
