import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { choiceHeaders } from '~/features/consent/consent.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';
import { refererPath } from '~/server/redirect-target';
import { readFormData } from '~/server/form.server';

/** Anything but `yes` is a refusal. */
export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const choice = (await readFormData(request)).get('choice') === 'yes' ? 'yes' : 'no';
  return redirect(refererPath(request), { headers: choiceHeaders(choice, request) });
}
