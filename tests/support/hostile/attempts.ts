import type { Due } from './framings';
import { exchange, type RawAnswer, type RawRequest } from '#tests/support/raw-http';

export interface Attempt {
  subject: string;
  what: string;
  request: RawRequest;
  isApi?: boolean;
  due?: Due;
}

const atOnce = 4;

/** Distinct failures with examples: `500 | NUL in contents: /feedback/create`. */
export async function findFaults(port: number, attempts: readonly Attempt[]): Promise<string[]> {
  const faults = new Map<string, Set<string>>();
  let next = 0;
  const work = async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const attempt = attempts[at]!;
      const answer = await exchange(port, { ...attempt.request, headers: fromAnotherAddress(attempt.request, at) });
      const fault = faultOf(answer, attempt);
      if (!fault) continue;
      const line = isOfTheAnswer(fault) ? fault : `${fault} | ${attempt.what}`;
      const shownBy = isOfTheAnswer(fault) ? `${attempt.subject} ${attempt.what}` : attempt.subject;
      faults.set(line, (faults.get(line) ?? new Set()).add(shownBy));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...faults].map(([line, subjects]) => `${line}: ${inShort([...subjects])}`).sort();
}

/** One failure per forbidden text. */
const isOfTheAnswer = (fault: string) => fault.includes(':');

/** Rate limits must not hide failures. */
function fromAnotherAddress({ headers }: RawRequest, number: number): Record<string, string | null> {
  return { 'x-forwarded-for': `198.18.${(number >> 8) & 255}.${number & 255}`, ...headers };
}

const shown = 12;
const inShort = (names: string[]) =>
  names.length > shown ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more` : names.join(', ');

function faultOf(answer: RawAnswer, { request, isApi, due = 'ours' }: Attempt): string | undefined {
  if (answer.status === 0) return due === 'any or none' ? undefined : 'no answer';
  if (answer.status >= 500) return `${answer.status}`;
  const hasNoBody = request.method === 'HEAD' || [204, 304].includes(answer.status);
  if (!isApi || due !== 'ours' || hasNoBody) return undefined;
  return envelopeFaultOf(answer);
}

/** Users must not see these. */
const forMachines =
  /invalid input|invalid option|expected (string|number|int|boolean|object|array|"|one of)|received|too (big|small)|NaN|undefined|\[object|TypeError|>=|<=|regex|pattern/i;

function envelopeFaultOf({ status, headers, text }: RawAnswer): string | undefined {
  if (status >= 300 && status < 400) return undefined;
  if (!headers['content-type']?.startsWith('application/json')) return `${status} without the envelope`;
  let envelope: { code?: unknown; message?: unknown };
  try {
    envelope = JSON.parse(text) as typeof envelope;
  } catch {
    return `${status} with a body that is not JSON`;
  }
  if (status < 300) return envelope.code === 200 ? undefined : `${status} with code ${envelope.code}`;
  if (envelope.code !== status) return `${status} with code ${envelope.code}`;
  const { message } = envelope;
  if (typeof message !== 'string' || !/^\P{Ll}.*[.!?]$/su.test(message))
    return `${status} without a sentence: ${message}`;
  if (forMachines.test(message)) return `${status} in words for machines: ${message}`;
  return undefined;
}
