import { Form } from '@remix-run/react';

import type { Invoice } from '#contract/index';

import { Button } from '~/components/button';
import { Field, TextArea } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useFieldErrors } from '~/lib/use-field-errors';
import { useIsSending } from '~/lib/use-is-sending';

/** By default, invoices have the account's name. */
export function InvoiceBuyer({ buyer, refused }: { buyer: Invoice['buyer']; refused?: FormState }) {
  const isBusy = useIsSending();
  const kept = refused?.values;
  const { errors, onInput } = useFieldErrors(refused);
  return (
    <details className="print:hidden" open={refused !== undefined}>
      <summary className="link small">
        {buyer.address ? 'Change the name and address' : 'Add your name and address'}
      </summary>
      <Form method="post" replace className="card mt-3 grid max-w-xl gap-4 p-4" onInput={onInput}>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <Field
          label="Name or company"
          name="name"
          autoComplete="organization"
          maxLength={120}
          defaultValue={kept?.name ?? buyer.name}
          error={errors.name}
        />
        <TextArea
          label="Address"
          name="address"
          rows={3}
          autoComplete="street-address"
          maxLength={500}
          defaultValue={kept?.address ?? buyer.address}
          error={errors.address}
        />
        <Field
          label="Tax number"
          name="tax_id"
          hint="If you need it on the invoice."
          autoComplete="off"
          maxLength={40}
          defaultValue={kept?.tax_id ?? buyer.tax_id}
          error={errors.tax_id}
        />
        <p className="hint">Later invoices start with the same name and address.</p>
        <Button type="submit" busy={isBusy}>
          Put it on the invoice
        </Button>
      </Form>
    </details>
  );
}
