import { HoneypotInputs, HoneypotProvider } from 'remix-utils/honeypot/react';
import type { ComponentProps } from 'react';

/** Hidden fields that bots fill in; checked by `isSpam`. */
export function HoneypotFields(fields: Omit<ComponentProps<typeof HoneypotProvider>, 'children'>) {
  return (
    <HoneypotProvider {...fields}>
      <HoneypotInputs />
    </HoneypotProvider>
  );
}
