import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { mediaNameLength } from '#contract/rules';

import { Button, ButtonLink } from '~/components/button';
import { Field } from '~/components/field';

export interface Renaming {
  id: string;
  name?: string;
  error?: string;
}

interface Props {
  renaming: Renaming;
  name: string;
  listPath: string;
  maxLength?: number;
}

/** Replaces the tile's name. Afterwards the focus, which has gone with its button, is on the tile. */
export function RenameForm({ renaming, name, listPath, maxLength = mediaNameLength }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const tile = form.current?.closest('li');
    return () => {
      if (document.activeElement === document.body) tile?.querySelector('a')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Form ref={form} method="post" action={listPath} className="mt-2.5 grid gap-2" preventScrollReset>
      <input type="hidden" name="id" value={renaming.id} />
      <Field
        label="Name"
        name="name"
        defaultValue={renaming.name ?? name}
        maxLength={maxLength}
        error={renaming.error}
        autoComplete="off"
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="rename" size="small">
          Save
        </Button>
        <ButtonLink to={listPath} look="ghost" size="small" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
