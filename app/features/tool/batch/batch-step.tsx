import { Link } from '@remix-run/react';

import type { Batch, Order } from '#contract/index';
import { isFinished } from '#contract/finished';

import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';
import { useTitle } from '~/lib/use-title';

import { CreationMedia } from '~/features/my/creation-tile';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { usePolledTask } from '~/features/tool/use-polled-task';

import { BatchPanel } from './batch-panel';

/** How the swaps of several photos stand. */
export function BatchStep({ batch: given }: StepData<'batch'>) {
  const hasEnded = given.status === 'ended';
  const polled = usePolledTask<Batch>(given, hasEnded ? null : paths.resources.batch(given.batch_id));
  const batch = hasEnded ? given : polled;
  const { orders, progress } = batch;
  const title = orders.length === 1 ? 'One photo' : `${orders.length} photos`;
  useTitle(hasEnded ? title : `${progress} % · Swapping ${title.toLowerCase()}`);
  return (
    <>
      <ToolHeader title={title} detail={countsOf(orders)} now={hasEnded ? 'Result' : 'Swap'} />
      {hasEnded ? null : <RefreshWithoutScript />}
      <div className="tool__grid batch-grid">
        <ul className="creations batch__results">
          {orders.map((order) => (
            <BatchTile key={order.order_id} order={order} />
          ))}
        </ul>
        <BatchPanel batch={batch} />
      </div>
    </>
  );
}

function BatchTile({ order }: { order: Order }) {
  const { order_id, name, kind, status, reason, price } = order;
  const isDone = status === 'succeeded';
  const hasNoResult = isFinished(status) && !isDone;
  return (
    <li className="min-w-0">
      <Link
        className="creation__media"
        to={isDone ? paths.creationDetail(order_id) : paths.tool(kind, { order: order_id })}
        data-working={!isFinished(status) || undefined}
      >
        <CreationMedia order={order} />
      </Link>
      <h2 className="mt-2.5 truncate text-base font-medium tracking-normal" dir="auto">
        {name}
      </h2>
      <p className="tiny faint">
        {hasNoResult ? `${reason ?? 'Cancelled.'} ${credits(price)} returned.` : stateOf(order)}
      </p>
    </li>
  );
}

const stateOf = ({ status }: Order) =>
  status === 'succeeded' ? 'Done' : status === 'running' ? 'Swapping' : 'Waiting in the queue';

/** `3 done, 1 swapping, 2 waiting` */
function countsOf(orders: Order[]): string {
  const count = (...statuses: Order['status'][]) => orders.filter(({ status }) => statuses.includes(status)).length;
  return [
    [count('succeeded'), 'done'],
    [count('running'), 'swapping'],
    [count('queued'), 'waiting'],
    [count('failed', 'refused'), 'failed'],
    [count('cancelled'), 'cancelled'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, state]) => `${number} ${state}`)
    .join(', ');
}
