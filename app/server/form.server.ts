import { data } from '@remix-run/node';
import type { z } from 'zod/v4';

import type { FormState } from '~/lib/form-state';

import { ApiError } from './errors/api-error';
import { NetworkError } from './errors/network-error';
import { RefusedFileError } from './errors/refused-file-error';
import { TimeoutError } from './errors/timeout-error';
import { UnreadableFormError } from './errors/unreadable-form-error';

type Fields = Record<string, string>;
type Parsed<S extends z.ZodType> = { success: true; value: z.input<S> } | { success: false; fields: Fields };

/**
 * Reads a form that carries no files.
 * @throws Response 400 for a body that is not a complete form
 */
export async function readFormData(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    request.signal.throwIfAborted();
    throw new Response('The form arrived incomplete. Go back and send it again.', { status: 400 });
  }
}

export const readFields = async (request: Request): Promise<Fields> => textFields(await readFormData(request));

/** A form's text fields; files and repeated names are read elsewhere. */
export function textFields(form: FormData): Fields {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

/** Checks fields by a schema of the contract: the same rules and words as the API's own. */
export function checkFields<S extends z.ZodType>(schema: S, fields: Fields): Parsed<S> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, value: fields as z.input<S> };
  const faults: Fields = {};
  for (const { path, message } of parsed.error.issues) faults[String(path[0] ?? '')] ??= message;
  return { success: false, fields: faults };
}

/** Answers 400 with what was wrong and what was typed, passwords left out. */
export function refuse(values: Fields, { message, fields = {} }: { message?: string; fields?: Fields }, status = 400) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes('password')));
  return data<FormState>({ message, fields, values: kept }, { status });
}

/** The same answer for a script that asked by itself. */
export const asJson = ({ data: state, init }: ReturnType<typeof refuse>) => Response.json(state, init ?? undefined);

/**
 * Answers a failed call beside the form that made it.
 * @throws whatever is no failure of a call: redirects and faults of ours
 */
export function refuseBy(error: unknown, values: Fields) {
  if (error instanceof ApiError) {
    const hasFields = Object.keys(error.fields).length > 0;
    return refuse(values, { message: hasFields ? undefined : error.message, fields: error.fields }, error.status);
  }
  if (error instanceof RefusedFileError || error instanceof UnreadableFormError) {
    return refuse(values, { fields: { photo: error.message } });
  }
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    return refuse(values, { message: error.message }, 503);
  }
  throw error;
}
