import { z } from 'zod/v4';
import { calls } from './calls';
import type { Call } from './define';
import { failureEnvelope, successEnvelope } from './envelope';
import { errors } from './errors';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** Failures grouped by the HTTP status they arrive with. */
function failuresOf(definition: Call): Record<string, object> {
  const byStatus = new Map<number, string[]>();
  const names = [...definition.errors, ...(definition.auth === 'required' ? (['unauthenticated'] as const) : [])];
  for (const name of names) {
    const { status, message } = errors[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${name}\`: ${message}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      {
        description: lines.join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function requestOf(definition: Call, example: unknown): object {
  const schema = schemaOf(definition.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  if (definition.method === 'GET') {
    return {
      parameters: Object.entries(schema.properties ?? {}).map(([name, field]) => ({
        name,
        in: 'query',
        required: schema.required?.includes(name) ?? false,
        schema: field,
      })),
    };
  }
  const types =
    definition.body === 'multipart'
      ? ['multipart/form-data']
      : ['application/json', 'application/x-www-form-urlencoded'];
  const withExample = definition.body === 'multipart' ? { schema } : { schema, example };
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, withExample])) } };
}

function operationOf(name: string, definition: Call): object {
  const [example] = definition.examples;
  const keyHeader = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  };
  const request = requestOf(definition, example.input) as { parameters?: object[] };
  return {
    operationId: name,
    summary: definition.summary,
    tags: [definition.origin === 'ours' ? 'added by us' : 'specification'],
    ...request,
    parameters: [...(request.parameters ?? []), ...(definition.keyed ? [keyHeader] : [])],
    security: definition.auth === 'required' ? [{ bearer: [] }] : [],
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: schemaOf(successEnvelope(definition.output), 'output'),
            example: { code: 200, data: example.output, message: '' },
          },
        },
      },
      ...failuresOf(definition),
    },
  };
}

/** The OpenAPI 3.1 document of the whole table (https://spec.openapis.org/oas/v3.1.1). */
export function openApiDocument(server: string): object {
  const paths = Object.entries(calls).map(([name, definition]) => [
    definition.path,
    { [definition.method.toLowerCase()]: operationOf(name, definition as Call) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Faceswap API', version: '1' },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(failureEnvelope, 'output') },
    },
  };
}
