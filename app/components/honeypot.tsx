import { HoneypotInputs, HoneypotProvider } from 'remix-utils/honeypot/react';
import type { ComponentProps } from 'react';

/** Checked by `isSpam`. */
export function HoneypotFields(fields: Omit<ComponentProps<typeof HoneypotProvider>, 'children'>) {
  return (
    <HoneypotProvider {...fields}>
      <HoneypotInputs />
    </HoneypotProvider>
  );
}
