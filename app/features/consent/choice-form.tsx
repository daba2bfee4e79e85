import { Button } from '~/components/button';
import { paths } from '~/lib/paths';

import { useConsentFetcher } from './use-analytics-consent';

/** Works without script. Both choices look alike. */
export function ChoiceForm() {
  const choosing = useConsentFetcher();
  return (
    <choosing.Form className="consent__form" method="post" action={paths.resources.consent()}>
      <Button look="second" name="choice" value="no">
        Decline
      </Button>
      <Button look="second" name="choice" value="yes">
        Accept
      </Button>
    </choosing.Form>
  );
}
