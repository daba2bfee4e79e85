import { HoneypotInputs, HoneypotProvider } from 'remix-utils/honeypot/react';
import type { ComponentProps } from 'react';

/** Fields that nobody sees and robots fill in; the action asks `isFromARobot`. */
export function HoneypotFields(fields: Omit<ComponentProps<typeof HoneypotProvider>, 'children'>) {
  return (
    <HoneypotProvider {...fields}>
      <HoneypotInputs />
    </HoneypotProvider>
  );
}
