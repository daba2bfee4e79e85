import { Form } from '@remix-run/react';

import type { Order, Task } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Progress } from '~/components/progress';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';
import { useTitle } from '~/lib/use-title';
import { useIsSending } from '~/lib/use-is-sending';

import { MovingStage } from '~/features/tool/moving-stage';
import { useConnectionLost } from '~/features/connection/use-connection-lost';
import { MailWhenDone } from './mail-when-done';
import { NotifyWhenDone } from './notify-when-done';
import { Stages } from './stages';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import type { StepData } from '~/features/tool/load-tool.server';
import { Stage } from '~/features/tool/stage';
import { ToolHeader } from '~/features/tool/steps';
import { usePolledTask } from '~/features/tool/use-polled-task';
import { kindNoun, announcedProgress, formatTaskTimeLeft } from '~/features/tool/format';

export function SwapStep({ order, task: given, source, isMailed }: StepData<'swap'>) {
  const task = usePolledTask(given, paths.resources.swap(order.order_id, given.task_id));
  const percent = Math.floor(task.progress);
  const wait = useConnectionLost() ? 'Waiting for the connection. The swap goes on.' : null;
  useTitle(`${percent} % · Swapping`);
  return (
    <>
      <ToolHeader title={order.name} detail="Swapping" now="Swap" isMoving={order.kind !== 'photo'} />
      <RefreshWithoutScript />
      <div className="tool__grid">
        <Source order={order} source={source} />
        <div className="panel tool__panel">
          <div className="panel__body">
            <p className="percent">
              {percent}
              <span>%</span>
            </p>
            <p className="muted mt-1 mb-3.5 tabular-nums">{wait ?? formatTaskTimeLeft(task)}</p>
            <Progress value={task.progress} label="Swap" />
            <p className="sr-only" role="status">
              {wait ?? announcedProgress('Swapping', task)}
            </p>
          </div>
          <div className="panel__body">
            <Stages task={task} />
          </div>
          <div className="panel__body">
            <Note icon="clock">
              <b>You can close this page.</b> We carry on, and the result waits in My Creations.
              {order.kind === 'video' || isLong(given) || isMailed ? (
                <MailWhenDone orderId={order.order_id} isMailed={isMailed} />
              ) : null}
              <NotifyWhenDone task={task} name={order.name} />
            </Note>
          </div>
          <Dock order={order} />
        </div>
      </div>
    </>
  );
}

const isLong = ({ eta_seconds }: Task) => (eta_seconds ?? 0) >= 60;

export function Source({ order, source }: Pick<StepData<'swap'>, 'order' | 'source'>) {
  if (order.kind !== 'photo' && source) return <MovingStage material={source.material} dimmed />;
  const { width = null, height = null } = source?.material ?? {};
  const src = order.kind === 'video' ? null : order.before_url;
  return <Stage src={src} alt={`Your ${kindNoun(order.kind)}`} width={width} height={height} dimmed />;
}

function Dock({ order }: { order: Order }) {
  const isBusy = useIsSending('cancel');
  return (
    <div className="dock">
      <Form method="post" className="flex gap-2.5">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="order_id" value={order.order_id} />
        <ButtonLink className="grow" to={paths.myCreations()}>
          My Creations
        </ButtonLink>
        <Button type="submit" look="ghost" busy={isBusy}>
          Cancel swap
        </Button>
      </Form>
      <p className="tiny faint tabular-nums">
        {credits(order.price)} {order.price === 1 ? 'is' : 'are'} on hold. If you cancel or it fails,{' '}
        {order.price === 1 ? 'it comes' : 'they come'} back at once.
      </p>
    </div>
  );
}
