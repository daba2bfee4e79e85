import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect, useLoaderData } from '@remix-run/react';
import { z } from 'zod/v4';

import { ButtonLink } from '~/components/button';
import { Time } from '~/components/time';
import { useMediaReload } from '~/features/connection/use-media-reload';
import { wideHandle } from '~/lib/root-data';
import { ResultBody } from '~/features/tool/result/result-body';
import { resultAction } from '~/features/tool/result/result-action.server';
import { loadOrder } from '~/features/tool/load-tool.server';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { requireUser } from '~/server/guards.server';
import { orNotFound } from '~/server/not-found.server';

export const meta: MetaFunction = ({ error }) =>
  pageMeta({ title: error ? 'Creation not found' : 'Creation', personal: true });

export const handle = wideHandle;

/** The tool shows running and failed ones. */
export async function loader(args: LoaderFunctionArgs) {
  const orderId = z.uuid().safeParse(new URL(args.request.url).searchParams.get('order_id')).data;
  if (!orderId) throw await toCreations(args);
  const { api } = await requireUser(args);
  const found = await orNotFound(loadOrder(api, orderId, args.request), args.request);
  const { order, source } = found;
  if (found.step !== 'result' || !order.result_url) throw redirect(paths.tool(order.kind, { order: orderId }));
  return {
    order,
    resultSize: found.resultSize,
    source,
    faces: found.faces,
    shares: found.shares,
    exported: found.exported,
    resultUrl: order.result_url,
  };
}

async function toCreations({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { session } = await requireUser({ request, context }, paths.myCreations());
  const isBroken = new URL(request.url).searchParams.has('order_id');
  const snackbar = isBroken
    ? ({ color: 'error', message: 'This link leads to no creation. Choose one of yours.' } as const)
    : ({ color: 'success', message: 'Choose one of your creations.' } as const);
  return redirectWithSnackbar(paths.myCreations(), snackbar, session, request);
}

export const action = (args: ActionFunctionArgs) => resultAction(args);

export default function CreationDetail() {
  useMediaReload();
  const creation = useLoaderData<typeof loader>();
  const { order } = creation;
  return (
    <main id="main" className="wrap wrap--wide tool">
      <div className="tool__top">
        <div className="min-w-0 grow">
          <h1 className="t-page truncate" dir="auto">
            {order.name}
          </h1>
          <p className="small faint">
            Made <Time value={order.created_at} withTime />
          </p>
        </div>
        <ButtonLink to={paths.myCreations()}>My Creations</ButtonLink>
      </div>
      <ResultBody {...creation} />
    </main>
  );
}
