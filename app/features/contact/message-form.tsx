import { Form } from '@remix-run/react';

import { Button } from '~/components/button';
import { FieldError, Field, TextArea } from '~/components/field';
import { FormKey } from '~/components/form-key';
import { HoneypotFields } from '~/components/honeypot';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useFieldErrors } from '~/lib/use-field-errors';
import type { HoneypotFields as HoneypotFieldsOf } from '~/server/honeypot.server';

interface Props {
  formKey: string;
  honeypot: HoneypotFieldsOf;
  email?: string;
  refused?: FormState;
  isBusy: boolean;
}

export function MessageForm({ formKey, honeypot, email, refused, isBusy }: Props) {
  const { errors, onInput } = useFieldErrors(refused);
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-5" noValidate onInput={onInput}>
      <FormKey fresh={formKey} refused={refused} />
      <HoneypotFields {...honeypot} />
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <TextArea
        label="Your message"
        name="contents"
        required
        maxLength={5000}
        defaultValue={refused?.values.contents}
        error={errors.contents}
      />
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="Where we answer."
        defaultValue={refused?.values.email ?? email}
        error={errors.email}
      />
      <div className="field">
        <label className="field__label" htmlFor="attachments">
          Pictures <span className="faint">(if they help)</span>
        </label>
        <input
          id="attachments"
          className="input input--file"
          type="file"
          name="photo"
          multiple
          accept="image/*"
          aria-describedby="attachments-hint"
        />
        <p className="hint" id="attachments-hint">
          Up to 5, at most 10 MB each.
        </p>
        <FieldError>{errors.attachments ?? errors.photo}</FieldError>
      </div>
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        Send
      </Button>
    </Form>
  );
}
