import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import { PasswordField } from '~/components/password-field';
import type { FormState } from '~/lib/form-state';
import { useFieldErrors } from '~/lib/use-field-errors';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  submit: string;
  password: 'current-password' | 'new-password';
  hint?: string;
  address?: string | null;
  aside?: ReactNode;
  children?: ReactNode;
}

export function CredentialsForm(props: Props) {
  const refused = useActionAnswer<FormState>();
  const isBusy = useIsSending();
  const { errors, onInput } = useFieldErrors(refused);
  useFocusError(refused);
  return (
    <Form method="post" replace className="grid gap-5" noValidate onInput={onInput}>
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={refused?.values.email ?? props.address ?? undefined}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={props.password}
        required
        hint={props.hint}
        aside={props.aside}
        error={errors.password}
      />
      <Button type="submit" look="primary" size="large" block busy={isBusy}>
        {props.submit}
      </Button>
      {props.children}
    </Form>
  );
}
