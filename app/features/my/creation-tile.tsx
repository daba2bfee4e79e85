import { Link } from '@remix-run/react';

import type { Order } from '#contract/index';

import { ResultBadge } from '~/components/badge';
import { Icon } from '~/components/icon';
import { Progress } from '~/components/progress';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';

import { isStandard } from '~/features/tool/quality';

import { Time } from '~/components/time';
import { DurationBadge } from './duration-badge';
import { ExpiryTime } from '~/components/expiry-time';
import { RenameForm, type Renaming } from './rename-form';
import { SelectEntry } from './selection';
import { TileMenu } from './tile-menu';

interface Props {
  order: Order;
  listPath: string;
  renamePath: string;
  renaming?: Renaming;
  /** Within a `SelectionBar`. */
  isSelectable?: boolean;
}

export function CreationTile({ order, listPath, renamePath, renaming, isSelectable }: Props) {
  const isDone = order.status === 'succeeded';
  const isWorking = order.status === 'queued' || order.status === 'running';
  const to = isDone ? paths.creationDetail(order.order_id) : paths.tool(order.kind, { order: order.order_id });
  return (
    <li className="min-w-0">
      <div className="relative">
        <Link className="creation__media" to={to} data-working={isWorking || undefined}>
          <CreationMedia order={order} />
        </Link>
        {isSelectable ? <SelectEntry id={order.order_id} name={order.name} /> : null}
        {order.download_url ? (
          <a className="tile__download" href={order.download_url} download aria-label={`Download ${order.name}`}>
            <Icon name="download" />
          </a>
        ) : null}
      </div>
      {renaming ? (
        <RenameForm {...{ renaming, listPath, name: order.name }} />
      ) : (
        <div className="mt-2.5 flex items-center gap-1">
          <div className="min-w-0 grow">
            <h2 className="truncate text-base font-medium tracking-normal" dir="auto">
              {order.name}
            </h2>
            <p className="tiny faint tabular-nums">
              <Time value={order.created_at} isShort />, {isStandard(order) ? '' : `${order.quality_name}, `}
              {isDone ? (
                <span className="whitespace-nowrap">
                  <ExpiryTime until={order.expires_at} />
                </span>
              ) : isWorking ? (
                `${credits(order.price)} on hold`
              ) : (
                `${credits(order.price)} returned`
              )}
            </p>
          </div>
          <TileMenu id={order.order_id} name={order.name} listPath={listPath} renamePath={renamePath} />
        </div>
      )}
    </li>
  );
}

export function CreationMedia({ order }: { order: Order }) {
  const { status, poster_url, result_url, kind, duration_ms } = order;
  if (status === 'succeeded') {
    return (
      <>
        <img src={poster_url ?? result_url ?? undefined} alt={`Your swap in ${order.name}`} loading="lazy" />
        <ResultBadge isLabelled={order.label.visible} isSmall />
        <DurationBadge kind={kind} ms={duration_ms} />
      </>
    );
  }
  return status === 'queued' || status === 'running' ? <Working order={order} /> : <Ended order={order} />;
}

function Working({ order: { status, kind, name, progress, before_url } }: { order: Order }) {
  const before = before_url && kind !== 'video' ? <img src={before_url} alt="" /> : null;
  if (status === 'queued') {
    return (
      <>
        {before}
        <span className="creation__state text-on-media">
          <Icon name="clock" size={24} />
          <b>In the queue</b>
        </span>
      </>
    );
  }
  return (
    <>
      {before}
      <span className="creation__progress">
        <b className="small tabular-nums">Swapping, {Math.floor(progress)} %</b>
        <Progress thin value={progress} label={`Swap in ${name}`} />
      </span>
    </>
  );
}

function Ended({ order: { status, reason } }: { order: Order }) {
  const isRefused = status === 'refused';
  const isCancelled = status === 'cancelled';
  return (
    <span className="creation__state" data-bad={isCancelled ? undefined : true}>
      <Icon name={isRefused ? 'refused' : isCancelled ? 'close' : 'warning'} size={24} />
      <b>{isRefused ? 'Refused' : isCancelled ? 'Cancelled' : 'Failed'}</b>
      <span className="tiny line-clamp-2">{isCancelled ? 'Open it to try again' : (reason ?? 'See why')}</span>
    </span>
  );
}
