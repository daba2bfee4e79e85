import { z } from 'zod/v4';
import { parseJson } from './parse-json';
import { ProviderRefused, ProviderUnavailable } from './port';

const patienceMs = 10_000;

interface JsonRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * @throws ProviderUnavailable on network errors, 5xx, 408 and 429
 * @throws ProviderRefused on other 4xx, or an answer that does not match the schema
 */
export async function requestJson<T extends z.ZodType>(
  url: string,
  question: JsonRequest,
  schema: T,
): Promise<z.output<T>> {
  const { status, text } = await send(url, question);
  if (status >= 500 || status === 408 || status === 429) throw new ProviderUnavailable(`HTTP ${status}.`);
  if (status >= 400) throw new ProviderRefused(`HTTP ${status}: ${text.slice(0, 200)}`);
  const parsed = schema.safeParse(text === '' ? {} : parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ProviderRefused(`Unexpected answer: ${z.prettifyError(parsed.error)}`);
}

async function send(url: string, { method = 'POST', headers, body }: JsonRequest) {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, {
      method,
      signal,
      redirect: 'error',
      ...(headers && { headers }),
      ...(body && { body }),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new ProviderUnavailable('The provider could not be reached.', { cause });
  }
}
