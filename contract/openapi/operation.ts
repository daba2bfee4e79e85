import type { Call } from '#contract/define';
import { SUCCESS } from '#contract/envelope';
import { failureResponses, failuresOf } from './failures';
import { refTo, type Json } from './json';
import { querySchema, type namedSchemas } from './schemas';

type Names = ReturnType<typeof namedSchemas>;

const isJson = (example: unknown) => !Object.values(example as object).some((value) => value instanceof Blob);

function requestOf(call: Call, { schemas, requestName }: Names): Json {
  const name = requestName(call);
  if (!name) return {};
  const { required = [] } = schemas[name] as { required?: string[] };
  const types =
    call.body === 'multipart' ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded'];
  const inputs = call.examples.map(({ input }) => input as Json).filter(isJson);
  const media = { schema: refTo('schemas', name), ...(inputs[0] ? { example: inputs[0] } : {}) };
  const content = Object.fromEntries(types.map((type) => [type, media]));
  return { requestBody: { required: required.length > 0, content } };
}

function parametersOf(call: Call): Json[] {
  const key = call.idempotent ? [refTo('parameters', 'IdempotencyKey')] : [];
  if (call.method !== 'GET') return key;
  const { properties = {}, required = [] } = querySchema(call);
  const query = Object.entries(properties).map(([name, schema]): Json => {
    const [example] = call.examples;
    const value = (example.input as Json)[name];
    return { name, in: 'query', required: required.includes(name), schema, ...(value ? { example: value } : {}) };
  });
  return [...query, ...key];
}

function describeAccess({ auth, scope }: Call): string {
  if (auth === 'none') return 'Needs no sign-in.';
  if (scope === 'session') return 'Needs the token of a sign-in; no API key may make this call.';
  return `Needs the token of a sign-in, or an API key with the scope \`${scope}\`.`;
}

function describeRetries({ idempotent, repeatable }: Call): string {
  if (idempotent) return 'Accepts an `Idempotency-Key`: safe to retry with the same key.';
  return repeatable ? 'Safe to retry.' : 'Not safe to retry: if the answer is lost, the call may have had its effect.';
}

function answerOf(call: Call, { answerName }: Names): Json {
  const envelope = {
    type: 'object',
    required: ['code', 'data', 'message'],
    properties: {
      code: { type: 'integer', const: SUCCESS },
      data: refTo('schemas', answerName(call)),
      message: { type: 'string' },
    },
  };
  const example = { code: SUCCESS, data: call.examples[0].output, message: '' };
  return { description: 'The call succeeded.', content: { 'application/json': { schema: envelope, example } } };
}

export function operationOf(name: string, call: Call, tag: string, names: Names): Json {
  const parameters = parametersOf(call);
  const schemes = call.scope === 'session' ? [{ token: [] }] : [{ token: [] }, { apiKey: [] }];
  return {
    operationId: name,
    summary: call.summary.split(/(?<=[.;:]) /)[0]!.replace(/[.;:]$/, ''),
    description: [call.summary, describeAccess(call), describeRetries(call)].join('\n\n'),
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestOf(call, names),
    security: call.auth === 'required' ? schemes : [],
    responses: { 200: answerOf(call, names), ...failureResponses(failuresOf(call)) },
  };
}
