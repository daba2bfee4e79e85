import { withdrawalConsentText } from '#contract/consents';

import { Check } from '~/components/field';
import type { FormState } from '~/lib/form-state';

/** What a buyer states before credits are theirs at once; asked again when it was left out. */
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
