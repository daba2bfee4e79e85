// oxlint-disable-next-line no-restricted-imports -- the one place
import { useActionData, useLocation } from '@remix-run/react';
import { useState } from 'react';

import type { FormState } from './form-state';

/** What the last action returned, until the visitor leaves. `useActionData` alone loses it whenever the page refreshes. */
export function useActionAnswer<T>(): T | undefined {
  const given = useActionData() as T | undefined;
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: given });
  const answer = given ?? (kept.key === key ? kept.answer : undefined);
  if (kept.key !== key || kept.answer !== answer) setKept({ key, answer });
  return answer;
}

/** The answer, if it is the refusal of a form; it may have further parts. */
export const refusalIn = (answer: object | undefined): FormState | undefined =>
  answer && 'fields' in answer && 'values' in answer ? (answer as FormState) : undefined;
