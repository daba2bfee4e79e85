import type { Order } from '#contract/index';
import { order as finished, queuedOrder } from '#contract/examples/work';

import { duoBefore } from '~/components/pictures';
import { CreationMedia } from '~/features/my/creation-tile';

import { Part } from './part';

const waiting: Order = { ...queuedOrder, before_url: null };
const running: Order = { ...waiting, status: 'running', progress: 43 };
const failed: Order = { ...finished, status: 'failed', reason: 'The video could not be read.' };

export function Creations() {
  const orders = [waiting, running, { ...running, before_url: duoBefore.src }, failed];
  return (
    <Part title="Creations that are not done" wide>
      <div className="creations">
        {orders.map((order, index) => (
          <span key={index} className="creation__media" data-working={order.status !== 'failed' || undefined}>
            <CreationMedia order={order} />
          </span>
        ))}
      </div>
    </Part>
  );
}
