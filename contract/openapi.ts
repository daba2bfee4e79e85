import { areas, type AreaName } from './calls';
import type { Call } from './define';
import { areaTags, otherTags } from './openapi/areas';
import { serverError } from './openapi/failures';
import { filePaths } from './openapi/files';
import { introduction } from './openapi/introduction';
import { refTo, type Json } from './openapi/json';
import { notificationPaths, webhooks } from './openapi/notifications';
import { operationOf } from './openapi/operation';
import { namedSchemas } from './openapi/schemas';

interface Where {
  api: string;
  site: string;
}

const parameters: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes the call safe to repeat: one key and body have one effect, and one answer.',
    schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
    example: '5c0c2f7e-6c1b-4b53-9c8f-1f2f4b0f6a10',
  },
};

const headers: Record<string, Json> = {
  RetryAfter: { description: 'Seconds after which another try may succeed.', schema: { type: 'integer', minimum: 1 } },
  ETag: { description: 'Changes with the content of the file.', schema: { type: 'string' } },
};

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in: `/email/login`.' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `/my/api_key_create`, or the account page.' },
};

const done: Json = {
  type: 'object',
  description: 'A success without content.',
  required: ['code', 'data', 'message'],
  properties: {
    code: { type: 'integer', const: 200 },
    data: refTo('schemas', 'Empty'),
    message: { type: 'string' },
  },
};

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => (name === '$ref' ? [String(part)] : refsIn(part)));
}

function usedSchemas(schemas: Record<string, Json>, document: object): Record<string, Json> {
  const used = new Set<string>();
  const visit = (value: unknown) => {
    for (const ref of refsIn(value)) {
      const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1];
      if (!name || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export function openApiDocument({ api, site }: Where): Json {
  const names = namedSchemas();
  const operations = (Object.entries(areas) as [AreaName, Record<string, Call>][]).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, call]): [string, Json] => [
      call.path,
      { [call.method.toLowerCase()]: operationOf(name, call, areaTags[area].name, names) },
    ]),
  );
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Faceswap API',
      version: '1',
      summary: 'Face swaps in photos, GIFs and videos.',
      description: introduction,
      termsOfService: new URL('/terms', site).href,
      contact: { name: 'Faceswap', url: new URL('/contact', site).href },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api, description: 'This site.' }],
    tags: [...Object.values(areaTags), ...otherTags],
    security: [],
    paths: { ...Object.fromEntries(operations), ...filePaths, ...notificationPaths },
    webhooks,
    components: { securitySchemes, parameters, headers, responses: { ServerFault: serverError } },
  };
  const schemas = usedSchemas({ ...names.schemas, Done: done }, document);
  return { ...document, components: { ...document.components, schemas } };
}
