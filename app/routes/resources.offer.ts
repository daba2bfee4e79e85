import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { requireSameOrigin } from '~/server/http/same-origin.server';
import { offerCookie } from '~/features/offer/offer.server';
import { refererPath } from '~/server/redirect-target';

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  return redirect(refererPath(request), { headers: { 'set-cookie': await offerCookie.serialize('dismissed') } });
}
