import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { calls, errors } from './index';
import { openApiDocument } from './openapi';
import { refTo, type Json } from './openapi/json';
import { webhookEventTypes } from './shapes/integration';

const document = openApiDocument({ api: 'https://faceswap.test/api', site: 'https://faceswap.test' });

interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

function mediaIn(value: unknown, path = '#'): [string, Media][] {
  if (value === null || typeof value !== 'object') return [];
  const here =
    'schema' in value && ('example' in value || 'examples' in value) ? [[path, value] as [string, Media]] : [];
  return [...here, ...Object.entries(value).flatMap(([name, part]) => mediaIn(part, `${path}/${name}`))];
}

const operations = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((path) =>
  Object.values(path).filter((operation) => 'operationId' in operation),
);

test('every call is an operation', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(calls)));
});

test('the linter finds nothing to warn of', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('every example fits its own schema', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { binary: true } });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const media = mediaIn(document);
  expect(media.length).toBeGreaterThan(400);
  const faults = media.flatMap(([path, { schema, example, examples = {} }]) => {
    const resolved = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
    const validate = ajv.compile(resolved);
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return values.filter((value) => !validate(value)).map(() => `${path}: ${ajv.errorsText(validate.errors)}`);
  });
  expect(faults).toEqual([]);
});

test('clients get named types, for requests and for answers', () => {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  for (const name of ['User', 'Session', 'Material', 'Person', 'Face', 'Task', 'Order', 'Tool', 'Product', 'Payment']) {
    expect(schemas).toHaveProperty(name);
  }
  expect(schemas.MyUploadsData).toMatchObject({ properties: { items: { items: refTo('schemas', 'Material') } } });
  expect(schemas.FaceswapCreateRequest).toMatchObject({
    required: expect.arrayContaining(['material_id', 'bind_face', 'consent']),
    properties: { bind_face: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
  });
  expect(JSON.stringify(schemas)).not.toMatch(/\$schema|\$id|\$defs/);
});

test('answers may grow: no object is closed, and error names are open', () => {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const answers = Object.entries(schemas).filter(([name]) => !name.endsWith('Request'));
  expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false');
  const { error } = schemas.Failure!.properties as Record<string, Json>;
  expect(error).toEqual({ type: 'string', 'x-extensible-enum': Object.keys(errors) });
});

test('calls that take nothing ask for no body', () => {
  const bodies = operations.filter(({ requestBody }) => requestBody).map(({ operationId }) => operationId);
  for (const name of ['my_userinfo', 'tool_lists', 'logout']) expect(bodies).not.toContain(name);
  const uploads = operations.find(({ operationId }) => operationId === 'my_uploads')!;
  expect(uploads.requestBody).toMatchObject({ required: false });
});

test('every operation says how it can fail', () => {
  for (const [name, call] of Object.entries(calls)) {
    const { responses } = operations.find(({ operationId }) => operationId === name) as { responses: Json };
    const wanted = ['200', '429', 'default', ...(call.auth === 'required' ? ['401', '403'] : [])];
    expect(Object.keys(responses), name).toEqual(expect.arrayContaining(wanted));
    const hasFields = Object.keys(call.input.shape).length > 0;
    if (hasFields || call.method === 'POST') expect(Object.keys(responses), name).toContain('422');
  }
});

test('every call says whether it is safe to retry', () => {
  const described = (name: string) => operations.find(({ operationId }) => operationId === name)!.description;
  expect(described('faceswap_create')).toContain('safe to retry with the same key');
  expect(described('my_userinfo')).toContain('Safe to retry.');
  expect(described('my_api_key_create')).toContain('Not safe to retry');
});

test('files and webhooks are described', () => {
  expect(Object.keys(document.webhooks as object)).toEqual([...webhookEventTypes]);
  expect(document.paths).toHaveProperty(['/media/{key}', 'put']);
  expect(document.paths).toHaveProperty(['/resumable/{key}', 'patch']);
  for (const path of ['/media/{key}', '/shared/file'])
    expect(document.paths).toHaveProperty([path, 'get', 'responses', '302', 'headers', 'Location']);
});
