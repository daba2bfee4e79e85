import { Form } from '@remix-run/react';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import type { FormState } from '~/lib/form-state';
import { useIsSending } from '~/lib/use-is-sending';

import { EndpointFields } from './endpoint-fields';

export function NewEndpoint({ refused }: { refused?: FormState }) {
  const isBusy = useIsSending('create');
  return (
    <section className="grid max-w-[62ch] gap-5" aria-labelledby="new-webhook">
      <h2 className="t-card" id="new-webhook">
        New endpoint
      </h2>
      <Form method="post" className="grid gap-5" noValidate>
        <AccountField />
        <EndpointFields refused={refused} />
        <Button type="submit" look="primary" name="intent" value="create" busy={isBusy} className="justify-self-start">
          Add the endpoint
        </Button>
      </Form>
    </section>
  );
}
