import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { ActivationPage } from '~/features/account/activation-page';
import { activate, loadActivation, resendActivation } from '~/features/account/activation.server';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { formErrorFrom, readFormData } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Confirm your address', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadActivation(args);

export async function action(args: ActionFunctionArgs) {
  const form = await readFormData(args.request);
  if (form.get('intent') !== 'resend-activation') return activate(args);
  const visitor = await requireUser(args, paths.activate());
  try {
    return await resendActivation(visitor, args, paths.faceSwapPhoto());
  } catch (error) {
    return formErrorFrom(error, {});
  }
}

export default ActivationPage;
