import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect, useLoaderData } from '@remix-run/react';
import { z } from 'zod/v4';

import { isFinished } from '#contract/index';

import { ButtonLink, buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { Time } from '~/components/time';
import { wideHandle } from '~/features/shell/visit';
import { Result } from '~/features/tool/result';
import { pageMeta } from '~/meta';
import { paths } from '~/paths';
import { requireUser } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';

export const meta = () => pageMeta({ title: 'Creation', personal: true });

export const handle = wideHandle;

/** One finished creation. What is still in work, or came to nothing, is told by the tool's page. */
export async function loader(args: LoaderFunctionArgs) {
  const orderId = z.uuid().safeParse(new URL(args.request.url).searchParams.get('order_id')).data;
  if (!orderId) throw pageNotFound(args.request);
  const { api } = await requireUser(args);
  const { order } = await orNotFound(api('faceswap_result', { order_id: orderId }), args.request);
  if (!isFinished(order.status) || !order.result_url) throw redirect(paths.tool(order.kind, { order: orderId }));
  return { order, resultUrl: order.result_url };
}

export default function CreationDetail() {
  const { order, resultUrl } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap wrap--wide tool">
      <div className="tool__top">
        <div className="grow">
          <h1 className="t-page">{order.name}</h1>
          <p className="small faint">
            <Time value={order.created_at} withTime />, kept until <Time value={order.expires_at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.myCreations()}>My Creations</ButtonLink>
          <a className={buttonClass({ look: 'primary' })} href={order.download_url ?? resultUrl} download>
            <Icon name="download" />
            Download
          </a>
        </div>
      </div>
      <Result order={order} resultUrl={resultUrl} />
    </main>
  );
}
