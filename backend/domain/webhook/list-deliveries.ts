import type { Output, Parsed } from '#contract';
import type { UserContext } from '#backend/domain/context';
import { offsetOf } from '#backend/domain/paging';
import { deliveriesOf, deliveryColumns, presentDeliveries } from './present-deliveries';

export async function listDeliveries(
  deps: UserContext,
  { endpoint_id, ...paging }: Parsed<'my_webhook_deliveries'>,
): Promise<Output<'my_webhook_deliveries'>> {
  let rows = deliveriesOf(deps);
  if (endpoint_id) rows = rows.where('webhook_delivery.endpoint_id', '=', endpoint_id);
  const page = await rows
    .select(deliveryColumns)
    .orderBy('webhook_delivery.id', 'desc')
    .limit(paging.per_page)
    .offset(offsetOf(paging))
    .execute();
  const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { items: await presentDeliveries(deps, page), ...paging, total: n };
}
