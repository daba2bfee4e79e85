import { Form, useFetcher } from '@remix-run/react';
import { useState } from 'react';

import type { Order } from '#contract/index';

import { Button, buttonClass } from '~/components/button';
import { Dialog, DialogClose } from '~/components/dialog';
import { Icon } from '~/components/icon';
import { useHydrated } from '~/use-hydrated';

const consequence = 'The result and its files go at once. This cannot be undone.';

/** Deleting asks first: in a dialog, or by a button that has to be unfolded where there is no script. */
export function DeleteCreation({ order, name }: { order: Order; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { Form: FetcherForm, state } = useFetcher();
  const label = `Delete ${name}`;
  const opener = `${buttonClass({ look: 'ghost', size: 'small', icon: true })} -mr-2 min-h-10`;
  if (!useHydrated()) {
    return (
      <details className="relative">
        <summary className={opener} aria-label={label}>
          <Icon name="trash" />
        </summary>
        <Form method="post" className="menu grid gap-3 p-4">
          <p className="small muted">{consequence}</p>
          <input type="hidden" name="order_id" value={order.order_id} />
          <Button type="submit" look="danger">
            Delete
          </Button>
        </Form>
      </details>
    );
  }
  return (
    <>
      <button className={opener} aria-label={label} onClick={() => setOpen(true)}>
        <Icon name="trash" />
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Delete this creation?" description={consequence}>
        <FetcherForm method="post" className="dialog__foot">
          <input type="hidden" name="order_id" value={order.order_id} />
          <DialogClose asChild>
            <Button type="button" look="ghost">
              Keep it
            </Button>
          </DialogClose>
          <Button type="submit" look="danger" busy={state !== 'idle'}>
            Delete
          </Button>
        </FetcherForm>
      </Dialog>
    </>
  );
}
