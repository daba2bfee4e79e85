import { readFile } from 'node:fs/promises';
import type { z } from 'zod/v4';
import { packError } from './fault';

const MAX_BYTES = 1 << 20;

/** Undefined if there is no such file. @throws EngineError `model_unfit` */
export async function readJson<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw packError('model_unfit', `${file} cannot be read (${error.code}). Make it a readable file.`, error);
  });
  if (text === undefined) return undefined;
  if (text.length > MAX_BYTES)
    throw packError('model_unfit', `${file} is larger than 1 MB. It must be a short JSON file.`);
  const result = schema.safeParse(parse(file, text));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`);
  throw packError('model_unfit', `${file} is not valid. Correct it: ${problems.join('; ')}`);
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw packError('model_unfit', `${file} is not JSON: ${(cause as Error).message}.`, cause);
  }
}
