import { Form } from '@remix-run/react';

import type { Batch, Order } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Progress } from '~/components/progress';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';
import { useRetention } from '~/lib/root-data';
import { useIsSending } from '~/lib/use-is-sending';

import { useConnectionLost } from '~/features/connection/use-connection-lost';
import { announcedPercent, formatSecondsLeft } from '~/features/tool/format';
import { useToolPath } from '~/features/tool/tool-path';
import { photosQuery } from '~/features/tool/photo-choices';

export function BatchPanel({ batch }: { batch: Batch }) {
  const { batch_id, orders, status } = batch;
  const done = orders.filter((order) => order.status === 'succeeded');
  const lost = orders.filter((order) => ['failed', 'refused', 'cancelled'].includes(order.status));
  const isWaiting = orders.some((order) => order.status === 'queued');
  return (
    <div className="panel tool__panel">
      {status === 'ended' ? <Outcome batch={batch} done={done.length} /> : <Working batch={batch} />}
      <div className="dock">
        {done.length > 0 ? <DownloadAll orders={done} isComplete={status === 'ended'} /> : null}
        {status === 'ended' ? <Again orders={orders} lost={lost} /> : null}
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink className="grow" to={paths.myCreations()}>
            My Creations
          </ButtonLink>
          {isWaiting ? <Cancel batchId={batch_id} /> : null}
          {status === 'ended' ? <DeleteAll orders={orders} /> : null}
        </div>
        {status === 'ended' ? null : (
          <p className="tiny faint tabular-nums">
            {credits(batch.credits_charged)} for these photos. What fails or is cancelled comes back at once.
          </p>
        )}
      </div>
    </div>
  );
}

function Working({ batch: { progress, eta_seconds } }: { batch: Batch }) {
  const wait = useConnectionLost() ? 'Waiting for the connection. The swaps go on.' : null;
  return (
    <>
      <div className="panel__body">
        <p className="percent">
          {progress}
          <span>%</span>
        </p>
        <p className="muted mt-1 mb-3.5 tabular-nums">{wait ?? formatSecondsLeft(eta_seconds)}</p>
        <Progress value={progress} label="Swaps" />
        <p className="sr-only" role="status">
          {wait ?? `Swapping, ${announcedPercent(progress)}`}
        </p>
      </div>
      <div className="panel__body">
        <Note icon="clock">
          <b>You can close this page.</b> We carry on, and the results wait in My Creations.
        </Note>
      </div>
    </>
  );
}

function Outcome({ batch: { orders, price, credits_charged }, done }: { batch: Batch; done: number }) {
  const returned = price - credits_charged;
  const retention = useRetention();
  return (
    <div className="panel__body grid gap-2">
      <h2 className="t-card">{done === orders.length ? 'All done' : `${done} of ${orders.length} done`}</h2>
      <p className="muted tabular-nums">
        {credits(credits_charged)} charged{returned > 0 ? `, ${credits(returned)} returned` : ''}. The files stay for{' '}
        {retention}. Only you can see them.
      </p>
    </div>
  );
}

/** Only the browser's own request can start a download. */
function DownloadAll({ orders, isComplete }: { orders: Order[]; isComplete: boolean }) {
  return (
    <form method="post" action={paths.myCreations()}>
      <OrderIds orders={orders} />
      <Button type="submit" name="intent" value="zip" look={isComplete ? 'primary' : 'second'} size="large" block>
        <Icon name="download" />
        {isComplete ? 'Download all (zip)' : `Download ${orders.length} finished (zip)`}
      </Button>
    </form>
  );
}

/** Those without a result, or all with another face. */
function Again({ orders, lost }: { orders: Order[]; lost: Order[] }) {
  const toolPath = useToolPath();
  const placeOf = (some: Order[], face = '') => {
    const persons: Record<string, string> = {};
    for (const { material_id, bindings } of some) {
      const [person] = Object.keys(bindings);
      if (material_id && person) persons[material_id] = person;
    }
    return toolPath(photosQuery(Object.keys(persons), { face, persons, quality: some[0]?.quality }));
  };
  const retried = lost.filter(({ material_id }) => material_id);
  if (retried.length > 0) {
    const [face = ''] = Object.values(retried[0]!.bindings)[0] ?? [];
    return (
      <ButtonLink block to={placeOf(retried, face)}>
        {retried.length === 1 ? 'Try the missing one again' : `Try the missing ${retried.length} again`}
      </ButtonLink>
    );
  }
  if (orders.every(({ material_id }) => !material_id)) return null;
  return (
    <ButtonLink block to={placeOf(orders)}>
      Same photos, another face
    </ButtonLink>
  );
}

function Cancel({ batchId }: { batchId: string }) {
  const isBusy = useIsSending('cancel-batch');
  return (
    <Form method="post" replace>
      <input type="hidden" name="batch_id" value={batchId} />
      <Button type="submit" name="intent" value="cancel-batch" look="ghost" busy={isBusy}>
        Cancel the waiting
      </Button>
    </Form>
  );
}

/** My Creations offers to undo it. */
function DeleteAll({ orders }: { orders: Order[] }) {
  const isBusy = useIsSending('delete');
  return (
    <Form method="post" action={paths.myCreations()}>
      <OrderIds orders={orders} />
      <Button type="submit" name="intent" value="delete" look="danger" busy={isBusy}>
        <Icon name="trash" size={16} />
        Delete all
      </Button>
    </Form>
  );
}

function OrderIds({ orders }: { orders: Order[] }) {
  return (
    <>
      {orders.map(({ order_id }) => (
        <input key={order_id} type="hidden" name="id" value={order_id} />
      ))}
    </>
  );
}
