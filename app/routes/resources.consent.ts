import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { choiceHeaders } from '~/features/consent/consent.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';
import { refererPath } from '~/server/redirect-target';
import { readFormData } from '~/server/form.server';

/** Notes whether this visitor may be measured, and leads back to the page that asked. Anything but a yes is a no. */
export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const choice = (await readFormData(request)).get('choice') === 'yes' ? 'yes' : 'no';
  return redirect(refererPath(request), { headers: choiceHeaders(choice, request) });
}
