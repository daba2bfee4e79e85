import { data } from '@remix-run/node';
import type { z } from 'zod/v4';

import type { FormState } from '~/lib/form-state';

import { ApiError, IncompleteFormError, InvalidFileError, NetworkError, TimeoutError } from './errors';

export type FormFields = Record<string, string>;
type Parsed<S extends z.ZodType> = { success: true; value: z.input<S> } | { success: false; fields: FormFields };

/** @throws Response 400 for a malformed body */
export async function readFormData(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    request.signal.throwIfAborted();
    throw new Response('The form arrived incomplete. Go back and send it again.', { status: 400 });
  }
}

export const readFields = async (request: Request): Promise<FormFields> => textFields(await readFormData(request));

/** Ignores files; the last of repeated names wins. */
export function textFields(form: FormData): FormFields {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

export function checkFields<S extends z.ZodType>(schema: S, fields: FormFields): Parsed<S> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, value: fields as z.input<S> };
  const errors: FormFields = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= message;
  return { success: false, fields: errors };
}

export type FormError = ReturnType<typeof formError>;

/** Omits passwords. */
export function formError(
  values: FormFields,
  { message, fields = {} }: { message?: string; fields?: FormFields },
  status = 400,
) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !name.includes('password')));
  return data<FormState>({ message, fields, values: kept }, { status });
}

export const unknownForm = (values: FormFields) =>
  formError(values, { message: 'Unknown form. Reload the page and try again.' });

/** Whether a form's intent is the name of a handler. */
export const hasHandler = <H extends object>(handlers: H, intent = ''): intent is keyof H & string =>
  Object.hasOwn(handlers, intent);

/** For scripts. */
export const toJsonResponse = ({ data: state, init }: FormError) => Response.json(state, init ?? undefined);

/** Its first answer was lost, and the values have changed since. */
const alreadyArrived = 'This form had already arrived, with other values. Reload the page to send it once more.';

/** @throws any other error, redirects included */
export function formErrorFrom(error: unknown, values: FormFields) {
  if (error instanceof ApiError && error.code === 'idempotency_mismatch') {
    const { key: _, ...others } = values;
    return formError(others, { message: alreadyArrived }, error.status);
  }
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
