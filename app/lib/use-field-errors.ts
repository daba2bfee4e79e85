import { useState, type FormEvent } from 'react';

import type { FormState } from './form-state';

/** Correcting a field clears its error. */
export function useFieldErrors(refused: FormState | undefined) {
  const [corrected, setCorrected] = useState<{ of?: FormState; names: string[] }>({ names: [] });
  const names = corrected.of === refused ? corrected.names : [];
  const remaining = Object.entries(refused?.fields ?? {}).filter(([name]) => !names.includes(name));
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (refused && name && !names.includes(name)) setCorrected({ of: refused, names: [...names, name] });
  };
  return { errors: Object.fromEntries(remaining) as Partial<Record<string, string>>, onInput };
}
