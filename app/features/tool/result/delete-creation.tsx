import type { Order } from '#contract/index';

import { DeleteButton } from '~/components/delete-button';
import { paths } from '~/lib/paths';

/** Redirects to the list of creations. */
export function DeleteCreation({ order }: { order: Order }) {
  return (
    <DeleteButton
      isWide
      name={order.name}
      title="Delete this creation?"
      consequence="The result and its files go at once. This cannot be undone."
      fields={{ order_id: order.order_id }}
      action={paths.myCreations()}
    />
  );
}
