import type { Context } from 'hono';
import { type z } from 'zod/v4';
import type { Call } from '#contract';
import { AppError } from '../domain/app-error';

/** Fields of a JSON object or a form; whatever came, as plain names and values. */
async function fieldsOf(context: Context, call: Call): Promise<unknown> {
  if (call.method === 'GET') return context.req.query();
  const type = context.req.header('content-type') ?? '';
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    try {
      return Object.fromEntries(await context.req.formData());
    } catch (cause) {
      throw new AppError('invalid_input', { message: 'The form is incomplete: send it again.', cause });
    }
  }
  const text = await context.req.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', { message: 'The body must be JSON or a form.', cause });
  }
}

/** The first fault of each field, under the field's own name. */
function faultsOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    if (name && !faults[name]) faults[name] = issue.message;
  }
  return faults;
}

/** Reads and checks what a call was sent; `invalid_input` names each field that is wrong. */
export async function readInput(context: Context, call: Call): Promise<unknown> {
  const parsed = call.input.safeParse(await fieldsOf(context, call));
  if (parsed.success) return parsed.data;
  const fields = faultsOf(parsed.error);
  const [first] = Object.values(fields);
  throw new AppError('invalid_input', { fields, ...(first ? { message: first } : {}) });
}
