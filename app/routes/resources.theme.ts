import { redirect, type ActionFunctionArgs } from '@remix-run/node';

import { parseTheme, themeCookie } from '~/features/theme/theme.server';
import { readFormData } from '~/server/form.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';
import { refererPath } from '~/server/redirect-target';

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const theme = parseTheme((await readFormData(request)).get('theme'));
  return redirect(refererPath(request), { headers: { 'set-cookie': await themeCookie.serialize(theme) } });
}
