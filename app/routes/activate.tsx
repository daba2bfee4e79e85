import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { ActivationPage } from '~/features/account/activation-page';
import { activate, loadActivation, resendActivation } from '~/features/account/activation.server';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { readFormData } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Confirm your address', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadActivation(args);

export async function action(args: ActionFunctionArgs) {
  const form = await readFormData(args.request);
  if (form.get('intent') !== 'resend-activation') return activate(args);
  return resendActivation(await requireUser(args, paths.activate()), args, paths.faceSwapPhoto());
}

export default ActivationPage;
