import type { Context } from 'hono';
import type { Call } from '#contract';
import type { z } from 'zod/v4';
import { AppError } from '#backend/domain/app-error';
import { readMultipart } from './multipart';

export interface ReadInput {
  input: unknown;
  /** Call it when the handler is done. */
  dispose(): Promise<void>;
}

const nothingToDispose = async () => {};

export const isMultipart = (type: string): boolean => /^multipart\/form-data/i.test(type);

/** @throws AppError `invalid_input` with a message per field */
export async function readInput(context: Context, call: Call, maxFileBytes: number): Promise<ReadInput> {
  const type = (context.req.header('content-type') ?? '').toLowerCase();
  if (call.body === 'multipart' && isMultipart(type)) {
    const { fields, dispose } = await readMultipart(context.req.raw, maxFileBytes);
    try {
      return { input: check(call, fields), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  }
  return { input: check(call, await fieldsOf(context, call, type)), dispose: nothingToDispose };
}

async function fieldsOf(context: Context, call: Call, type: string): Promise<unknown> {
  if (call.method === 'GET') return context.req.query();
  if (isMultipart(type)) {
    try {
      return Object.fromEntries(await context.req.formData());
    } catch (cause) {
      throw new AppError('invalid_input', { message: 'The form is incomplete: send it again.', cause });
    }
  }
  const text = await context.req.text();
  if (type.startsWith('application/x-www-form-urlencoded')) return fieldsOfForm(text);
  if (text.trim() === '') return {};
  const fields = parseJson(text);
  if (fields !== null && typeof fields === 'object' && !Array.isArray(fields)) return fields;
  throw new AppError('invalid_input', { message: 'The body must be a JSON object, like {"page": 1}, or a form.' });
}

/** An empty object has no fields to lose, and calls without fields have always taken it. */
const isJsonWithFields = (text: string) => /^\s*[[{]/.test(text) && !/^\s*\{\s*\}\s*$/.test(text);

function fieldsOfForm(text: string): Record<string, string> {
  if (!isJsonWithFields(text)) return Object.fromEntries(new URLSearchParams(text));
  throw new AppError('invalid_input', {
    message:
      'The body is JSON, but its Content-Type is that of a form. Send it with the header Content-Type: application/json.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', {
      message: 'The body must be JSON in UTF-8 or a form, and not compressed.',
      cause,
    });
  }
}

function check(call: Call, fields: unknown): unknown {
  const parsed = call.input.safeParse(fields);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  const [first] = Object.values(faults);
  throw new AppError('invalid_input', { fields: faults, ...(first ? { message: first } : {}) });
}

function faultsOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    if (name && !faults[name]) faults[name] = `${placeOf(issue.path.slice(1))}${issue.message}`;
  }
  return faults;
}

/** Within the field: `Entry 2, bind_face: `. */
function placeOf(path: readonly PropertyKey[]): string {
  const names = path.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part)));
  if (names.length === 0) return '';
  const isEntry = typeof path[0] === 'number';
  return `${isEntry ? `Entry ${Number(path[0]) + 1}` : `Field ${names[0]}`}${names
    .slice(1)
    .map((part) => `, ${part}`)
    .join('')}: `;
}
