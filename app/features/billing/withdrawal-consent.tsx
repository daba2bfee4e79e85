import { withdrawalConsentText } from '#contract/consents';

import { Check } from '~/components/field';
import type { FormState } from '~/lib/form-state';

/** Required before credits are granted immediately. */
export function WithdrawalConsent({ refused }: { refused?: FormState }) {
  return (
    <Check
      name="withdrawal_consent"
      value="true"
      required
      defaultChecked={refused?.values.withdrawal_consent === 'true'}
      error={refused?.fields.withdrawal_consent}
    >
      {withdrawalConsentText}
    </Check>
  );
}
