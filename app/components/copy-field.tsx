import { useState } from 'react';

import { useHydrated } from '~/loading/use-hydrated';

import { Button } from './button';
import { Field } from './field';
import { Icon } from './icon';

interface Props {
  label: string;
  name: string;
  value: string;
  hint?: string;
}

/** Browsers refuse to copy without permission, and over plain http. */
const outcomes = { copied: 'Copied.', selected: 'Selected: copy it with the keyboard.' };

export function CopyField({ label, name, value, hint }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const copy = async (field: HTMLInputElement) => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      field.focus(); // selects the text
      setOutcome('selected');
    }
  };
  const button = (
    <Button
      look="ghost"
      icon
      type="button"
      aria-label={`Copy: ${label}`}
      onClick={({ currentTarget }) => void copy(currentTarget.parentElement!.querySelector('input')!)}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
    </Button>
  );
  return (
    <>
      <Field
        label={label}
        name={name}
        value={value}
        hint={hint}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        end={useHydrated() ? button : undefined}
      />
      <p className={outcome === 'selected' ? 'hint' : 'sr-only'} role="status">
        {outcome ? outcomes[outcome] : ''}
      </p>
    </>
  );
}
