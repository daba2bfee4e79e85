import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { AccountCounts } from '~/features/account/account-counts';
import { accountAction } from '~/features/account/account.server';
import { DeleteAccount } from '~/features/account/delete-account';
import { Devices } from '~/features/account/devices';
import { Profile } from '~/features/account/profile';
import { SignInMethods } from '~/features/account/sign-in-methods';
import { YourData } from '~/features/account/your-data';
import { PlanAndPayments } from '~/features/billing/plan-and-payments';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { useActionAnswer } from '~/lib/use-action-answer';
import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Account', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const step = new URL(args.request.url).searchParams.get('step') === 'delete' ? 'delete' : 'show';
  const [user, payments, devices, secondSteps] = await Promise.all([
    api('my_userinfo', {}),
    api('my_payment_lists', { per_page: 3 }),
    api('my_sessions', {}),
    api('my_second_steps', {}),
  ]);
  return { user, payments: payments.items, devices: devices.items, secondSteps, step, isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => accountAction(args);

export default function MyAccount() {
  const { user, payments, devices, secondSteps, step, isGoogleSetUp } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  if (step === 'delete') return <DeleteAccount user={user} refused={refused} isGoogleSetUp={isGoogleSetUp} />;
  return (
    <div className="grid min-w-0 content-start gap-10">
      <Profile user={user} refused={refused} />
      <PlanAndPayments subscription={user.subscription} payments={payments} />
      <AccountCounts user={user} />
      <SignInMethods user={user} isGoogleSetUp={isGoogleSetUp} secondSteps={secondSteps} />
      <Devices devices={devices} />
      <YourData />
    </div>
  );
}
