import { z } from 'zod/v4';
import { calls } from '#contract/calls';
import type { Call } from '#contract/define';
import { errorName, failureEnvelope } from '#contract/envelope';
import { otherForms } from '#contract/fields';
import type { Json } from './json';
import { namedShapes } from './named';

/** `faceswap_create` → `FaceswapCreate`. */
const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Seen {
  zodSchema: z.ZodType;
  jsonSchema: Json;
}

function withOtherForm({ zodSchema, jsonSchema }: Seen): void {
  const other = otherForms.get(zodSchema)?.schema;
  // A described schema inherits the registration of its base, which was handled already.
  if (!other || (jsonSchema.anyOf as unknown[] | undefined)?.includes(other)) return;
  const { description, ...json } = jsonSchema;
  for (const keyword of Object.keys(json)) delete jsonSchema[keyword];
  jsonSchema.anyOf = [json, other];
  if (description) jsonSchema.description = description;
}

/** Answers are open: clients must ignore unknown fields and error names. */
function open({ zodSchema, jsonSchema }: Seen): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (zodSchema !== errorName) return;
  jsonSchema['x-extensible-enum'] = jsonSchema.enum;
  delete jsonSchema.enum;
}

function tidy({ jsonSchema }: Seen): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (['uuid', 'date-time', 'email'].includes(jsonSchema.format as string)) delete jsonSchema.pattern;
}

/** zod omits defaults of preprocessed fields. */
function withDefault({ zodSchema, jsonSchema }: Seen): void {
  if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
}

const describeInput = (seen: Seen) => [tidy, withOtherForm, withDefault].forEach((describe) => describe(seen));
const describeOutput = (seen: Seen) => [tidy, open].forEach((describe) => describe(seen));

type Named = z.core.$ZodRegistry<{ id: string }>;

function schemasOf(registry: Named, io: 'input' | 'output'): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: (io === 'input' ? describeInput : describeOutput) as (context: object) => void,
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas as Record<string, Json>;
}

export function namedSchemas() {
  const inputs: Named = z.registry();
  const outputs: Named = z.registry();
  for (const [id, schema] of Object.entries(namedShapes)) outputs.add(schema, { id });
  outputs.add(failureEnvelope, { id: 'Failure' });
  for (const [name, { input, output, method }] of Object.entries(calls) as [string, Call][]) {
    const hasFields = Object.keys((input as z.ZodObject).shape).length > 0;
    if (method === 'POST' && hasFields) inputs.add(input, { id: `${pascal(name)}Request` });
    if (!outputs.has(output)) outputs.add(output, { id: `${pascal(name)}Data` });
  }
  return {
    schemas: { ...schemasOf(inputs, 'input'), ...schemasOf(outputs, 'output') },
    requestName: (call: Call) => inputs.get(call.input)?.id,
    answerName: (call: Call) => outputs.get(call.output)!.id,
  };
}

export function querySchema({ input }: Call): { properties?: Record<string, Json>; required?: string[] } {
  return z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: tidy as (context: object) => void,
  }) as object;
}
