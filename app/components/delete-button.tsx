import { Form, useFetcher } from '@remix-run/react';
import { useCallback, useState } from 'react';

import { Button, buttonClass } from '~/components/button';
import { Dialog } from '~/components/dialog';
import { Icon } from '~/components/icon';
import type { FormState } from '~/lib/form-state';
import { useHydrated } from '~/loading/use-hydrated';

interface Props {
  name: string;
  title: string;
  consequence: string;
  fields: Record<string, string>;
  action?: string;
  isWide?: boolean;
  verb?: string;
}

/** Confirms in a dialog, or in a `<details>` without script. */
export function DeleteButton({ name, title, consequence, fields, action, isWide, verb = 'Delete' }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { Form: FetcherForm, state, data } = useFetcher<FormState>();
  // Replaces the `<details>` that was opened before hydration.
  const openIfUnfolded = useCallback((details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true);
  }, []);
  const opener = isWide
    ? buttonClass({ look: 'ghost', size: 'small' })
    : `${buttonClass({ look: 'ghost', size: 'small', icon: true })} -mr-2 min-h-10`;
  const inside = (
    <>
      <Icon name="trash" />
      {isWide ? verb : null}
    </>
  );
  const hidden = Object.entries(fields).map(([field, value]) => (
    <input key={field} type="hidden" name={field} value={value} />
  ));
  if (!useHydrated()) {
    return (
      <details ref={openIfUnfolded} className="relative">
        <summary className={opener} aria-label={`${verb} ${name}`}>
          {inside}
        </summary>
        <Form method="post" action={action} className="menu grid gap-3 p-4">
          <p className="small muted">{consequence}</p>
          {hidden}
          <Button type="submit" look="danger">
            {verb}
          </Button>
        </Form>
      </details>
    );
  }
  return (
    <>
      <button className={opener} aria-label={`${verb} ${name}`} onClick={() => setOpen(true)}>
        {inside}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={title} description={consequence}>
        {data?.message ? (
          <p className="dialog__body pt-0 text-error" role="alert">
            {data.message}
          </p>
        ) : null}
        <FetcherForm method="post" action={action} className="dialog__foot">
          {hidden}
          <Button type="button" look="ghost" onClick={() => setOpen(false)}>
            Keep it
          </Button>
          <Button type="submit" look="danger" busy={state !== 'idle'}>
            {verb}
          </Button>
        </FetcherForm>
      </Dialog>
    </>
  );
}
