import { Form } from '@remix-run/react';

import type { Order } from '#contract/index';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { paths } from '~/lib/paths';

/** The list of creations offers the undo. */
export function DeleteCreation({ order }: { order: Order }) {
  return (
    <Form method="post" action={paths.myCreations()}>
      <input type="hidden" name="id" value={order.order_id} />
      <Button type="submit" name="intent" value="delete" look="ghost" size="small" aria-label={`Delete ${order.name}`}>
        <Icon name="trash" />
        Delete
      </Button>
    </Form>
  );
}
