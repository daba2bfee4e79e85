import type { Order, Task } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';

import { ReviewLink } from '~/features/account/review-link';

import { DeleteCreation } from './delete-creation';
import { ReportProblem } from './report-problem';
import { useToolPath } from '~/features/tool/tool-path';

interface Props {
  order: Order;
  task: Task;
  again: string;
}

export function SwapFailure({ order, task, again }: Props) {
  const begin = useToolPath()();
  const isCancelled = order.status === 'cancelled';
  return (
    <div className="panel__body grid gap-4">
      <h2 className="t-card">{titleOf(order)}</h2>
      {isCancelled ? null : <Note kind="error">{task.error?.message ?? 'Something went wrong on our side.'}</Note>}
      {order.credits_charged === 0 ? (
        <p className="muted">{credits(order.price)} came back: nothing was charged.</p>
      ) : null}
      <ReviewLink message={task.error?.message} />
      <ButtonLink look="primary" size="large" block to={order.material_id ? again : begin}>
        {!order.material_id ? 'Start with another file' : isCancelled ? 'Choose other faces' : 'Try again'}
      </ButtonLink>
      {order.material_id ? (
        <ButtonLink block to={begin}>
          Choose another file
        </ButtonLink>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-2">
        {isCancelled ? null : (
          <ReportProblem orderId={order.order_id} action={paths.tool(order.kind, { order: order.order_id })} />
        )}
        <DeleteCreation order={order} />
      </div>
    </div>
  );
}

function titleOf({ status }: Order): string {
  if (status === 'cancelled') return 'You cancelled this swap';
  return status === 'refused' ? 'This swap was refused' : 'The swap failed';
}
