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

export function CopyField({ label, name, value, hint }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  const button = (
    <Button look="ghost" icon type="button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} />
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
      <p className="sr-only" role="status">
        {isCopied ? 'Copied.' : ''}
      </p>
    </>
  );
}
