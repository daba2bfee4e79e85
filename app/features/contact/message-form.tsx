import { Form } from '@remix-run/react';

import { Button } from '~/components/button';
import { Field, TextArea } from '~/components/field';
import { FileField } from '~/components/file-field';
import { HoneypotFields } from '~/components/honeypot';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useFieldErrors } from '~/lib/use-field-errors';
import { useReadableFiles } from '~/lib/use-readable-files';
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
  const { onSubmit, fault, clearFault } = useReadableFiles();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="grid gap-5"
      noValidate
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="key" value={refused?.values.key ?? formKey} />
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
      <FileField
        label={
          <>
            Pictures <span className="faint">(if they help)</span>
          </>
        }
        name="photo"
        multiple
        accept="image/*"
        hint="Up to 5, at most 10 MB each."
        error={fault ?? errors.attachments ?? errors.photo}
        onChange={clearFault}
      />
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        Send
      </Button>
    </Form>
  );
}
