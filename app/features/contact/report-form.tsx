import { Form } from '@remix-run/react';

import { Button } from '~/components/button';
import { Check, Field, TextArea } from '~/components/field';
import { HoneypotFields } from '~/components/honeypot';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useFieldErrors } from '~/lib/use-field-errors';
import type { HoneypotFields as HoneypotFieldsOf } from '~/server/honeypot.server';

interface Props {
  formKey: string;
  honeypot: HoneypotFieldsOf;
  address?: string;
  refused?: FormState;
  isBusy: boolean;
}

/** Needs no account. */
export function ReportForm({ formKey, honeypot, address, refused, isBusy }: Props) {
  const values: Partial<FormState['values']> = refused?.values ?? {};
  const { errors, onInput } = useFieldErrors(refused);
  return (
    <Form method="post" action="#report" className="grid gap-5" noValidate onInput={onInput}>
      <input type="hidden" name="key" value={refused?.values.key ?? formKey} />
      <HoneypotFields {...honeypot} />
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <Field
        label="Where is it?"
        name="location"
        required
        hint="The address of the picture or video, or where you saw it."
        defaultValue={values.location ?? address}
        error={errors.location}
      />
      <TextArea
        label="What does it show?"
        name="description"
        required
        rows={4}
        defaultValue={values.description}
        error={errors.description}
      />
      <Field
        label="Who is shown?"
        name="person"
        required
        hint="You, or the person you speak for."
        defaultValue={values.person}
        error={errors.person}
      />
      <Field
        label="Your e-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={values.email}
        error={errors.email}
      />
      <Check name="good_faith" value="true" required error={errors.good_faith}>
        I believe in good faith that this was made or shared without permission, and what I say here is true.
      </Check>
      <Field
        label="Your name, as signature"
        name="signature"
        autoComplete="name"
        required
        defaultValue={values.signature}
        error={errors.signature}
      />
      <Button type="submit" size="large" busy={isBusy}>
        Report it
      </Button>
    </Form>
  );
}
