import { Link } from '@remix-run/react';

import type { Order } from '#contract/index';

import { AiBadge } from '~/components/badge';
import { Icon } from '~/components/icon';
import { Time } from '~/components/time';
import { credits } from '~/features/tool/words';
import { paths } from '~/paths';

import { DeleteCreation } from './delete-creation';

const kinds: Record<Order['kind'], string> = { photo: 'Photo swap', gif: 'GIF swap', video: 'Video swap' };

/** One creation, in whatever state it is. */
export function CreationTile({ order }: { order: Order }) {
  const name = kinds[order.kind];
  const isDone = order.status === 'succeeded';
  const isWorking = order.status === 'queued' || order.status === 'running';
  const to = isDone ? paths.creationDetail(order.order_id) : paths.faceSwapPhoto({ order: order.order_id });
  return (
    <li className="min-w-0">
      <Link className="creation__media" to={to} data-working={isWorking || undefined}>
        <Inside order={order} />
      </Link>
      <div className="mt-2.5 flex items-center gap-1">
        <div className="min-w-0 grow">
          <h2 className="truncate text-base font-medium tracking-normal">{name}</h2>
          <p className="tiny faint truncate tabular-nums">
            {isDone ? (
              <>
                <Time value={order.created_at} withTime />, {credits(order.credits_charged)}
              </>
            ) : isWorking ? (
              `${credits(order.price)} on hold`
            ) : (
              `${credits(order.price)} returned`
            )}
          </p>
        </div>
        <DeleteCreation order={order} name={name} />
      </div>
    </li>
  );
}

function Inside({ order }: { order: Order }) {
  const { status, poster_url, result_url, before_url } = order;
  if (status === 'succeeded') {
    return (
      <>
        <img src={poster_url ?? result_url ?? undefined} alt="Your swap" loading="lazy" />
        {order.label.visible ? null : (
          <span className="corner corner--tr">
            <AiBadge />
          </span>
        )}
      </>
    );
  }
  if (status === 'queued' || status === 'running') {
    return (
      <>
        {before_url ? <img src={before_url} alt="" /> : null}
        <span className="creation__state text-on-media">
          <Icon name="clock" size={24} />
          <b>{status === 'queued' ? 'In the queue' : 'Swapping'}</b>
        </span>
      </>
    );
  }
  const isRefused = status === 'refused';
  return (
    <span className="creation__state" data-bad={status === 'cancelled' ? undefined : true}>
      <Icon name={isRefused ? 'refused' : status === 'cancelled' ? 'close' : 'warning'} size={24} />
      <b>{isRefused ? 'Refused' : status === 'cancelled' ? 'Cancelled' : 'Did not work'}</b>
      <span className="tiny">See why</span>
    </span>
  );
}
