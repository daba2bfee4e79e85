import { Form } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { StatusBadge } from '~/components/badge';
import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Refusal } from '~/components/refusal';
import { Avatar } from '~/features/shell/account-menu';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { useIsSending } from '~/lib/use-is-sending';

export function Profile({ user, refused }: { user: User; refused?: FormState }) {
  const isBusy = useIsSending('rename');
  useFocusError(refused);
  return (
    <section className="grid grid-cols-1 gap-6" aria-label="Profile">
      <div className="flex flex-wrap items-center gap-4">
        <span className="avatar-large">
          <Avatar user={user} />
        </span>
        <div className="min-w-0 grow">
          <h1 className="t-page truncate" dir="auto">
            {user.nickname}
          </h1>
          <p className="muted break-words">{user.email}</p>
        </div>
        <StatusBadge status={user.user_status} />
      </div>
      <Refusal message={refused?.message} />
      <Form method="post" className="name-form" noValidate>
        <AccountField />
        <Field
          key={user.nickname}
          label="Name"
          name="nickname"
          autoComplete="nickname"
          maxLength={60}
          required
          defaultValue={refused?.values.nickname ?? user.nickname}
          error={refused?.fields.nickname}
        />
        <Button type="submit" name="intent" value="rename" busy={isBusy}>
          Save
        </Button>
      </Form>
    </section>
  );
}
