import { data } from '@remix-run/node';
import type { z } from 'zod/v4';

import type { FormState } from '~/lib/form-state';

import { ApiError, IncompleteFormError, InvalidFileError, NetworkError, TimeoutError } from './errors';

type FormFields = Record<string, string>;
type Parsed<S extends z.ZodType> = { success: true; value: z.input<S> } | { success: false; fields: FormFields };

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

export const readFields = async (request: Request): Promise<FormFields> => textFields(await readFormData(request));

/** A form's text fields; files and repeated names are read elsewhere. */
export function textFields(form: FormData): FormFields {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

/** Checks fields by a schema of the contract: the same rules and words as the API's own. */
export function checkFields<S extends z.ZodType>(schema: S, fields: FormFields): Parsed<S> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, value: fields as z.input<S> };
  const errors: FormFields = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= message;
  return { success: false, fields: errors };
}

/** Answers 400 with what was wrong and what was typed, passwords left out. */
export function formError(
  values: FormFields,
  { message, fields = {} }: { message?: string; fields?: FormFields },
  status = 400,
) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes('password')));
  return data<FormState>({ message, fields, values: kept }, { status });
}

/** The same answer for a script that asked by itself. */
export const toJsonResponse = ({ data: state, init }: ReturnType<typeof formError>) =>
  Response.json(state, init ?? undefined);

/**
 * Answers a failed call beside the form that made it.
 * @throws whatever is no failure of a call: redirects and faults of ours
 */
export function formErrorFrom(error: unknown, values: FormFields) {
  if (error instanceof ApiError) {
    const hasFields = Object.keys(error.fields).length > 0;
    return formError(values, { message: hasFields ? undefined : error.message, fields: error.fields }, error.status);
  }
  if (error instanceof InvalidFileError || error instanceof IncompleteFormError) {
    return formError(values, { fields: { photo: error.message } });
  }
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    return formError(values, { message: error.message }, 503);
  }
  throw error;
}
