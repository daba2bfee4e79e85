import { useState, type ComponentProps } from 'react';

import { useHydrated } from '~/loading/use-hydrated';

import { Button } from './button';
import { Field } from './field';
import { Icon } from './icon';

/** The reveal button appears after hydration. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  const label = isShown ? 'Hide what is typed' : 'Show what is typed';
  const reveal = (
    <Button look="ghost" icon type="button" aria-label={label} onClick={() => setShown(!isShown)}>
      <Icon name={isShown ? 'eye-off' : 'eye'} />
    </Button>
  );
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
  return <Field {...plain} {...props} type={isShown ? 'text' : 'password'} end={useHydrated() ? reveal : undefined} />;
}
