import { z } from 'zod/v4';
import { ProviderRefused, ProviderUnavailable } from './port';

const patienceMs = 10_000;

interface JsonRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Asks a provider's interface and reads its JSON answer by a schema.
 * @throws ProviderUnavailable when it is away or fails, so that the same may be asked again
 * @throws ProviderRefused when it says no, or something that we cannot read
 */
export async function requestJson<T extends z.ZodType>(
  url: string,
  question: JsonRequest,
  schema: T,
): Promise<z.output<T>> {
  const { status, text } = await send(url, question);
  if (status >= 500 || status === 408 || status === 429) throw new ProviderUnavailable(`It answered ${status}.`);
  if (status >= 400) throw new ProviderRefused(`It answered ${status}: ${text.slice(0, 200)}`);
  const parsed = schema.safeParse(tryJson(text));
  if (parsed.success) return parsed.data;
  throw new ProviderRefused(`Its answer cannot be read: ${z.prettifyError(parsed.error)}`);
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
    throw new ProviderUnavailable('It could not be reached.', { cause });
  }
}

function tryJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
