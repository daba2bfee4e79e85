import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useNavigation } from '@remix-run/react';

import { Button } from '~/components/button';
import { Note } from '~/components/note';
import { activate, resendActivation } from '~/features/account/activation.server';
import { AuthLayout } from '~/features/account/auth-layout';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { getVisitor, requireUser } from '~/server/guards.server';
import { readFormData } from '~/server/form.server';

export const meta = () => pageMeta({ title: 'Confirm your address', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  await getVisitor(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const form = await readFormData(args.request);
  if (form.get('intent') !== 'resend-activation') return activate(args);
  return resendActivation(await requireUser(args, paths.activate()), args, paths.faceSwapPhoto());
}

export default function Activate() {
  const refused = useActionData() as FormState | undefined;
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <AuthLayout title="Confirm your address">
      {refused?.message ? (
        <div className="mt-6 grid gap-6">
          <Note kind="error">{refused.message}</Note>
          <NextStep />
        </div>
      ) : (
        <Form method="post" className="mt-6 grid gap-6">
          <p className="muted">One click, and your free credits are ready to use.</p>
          <Button type="submit" look="primary" size="large" block busy={isBusy}>
            Confirm my address
          </Button>
        </Form>
      )}
    </AuthLayout>
  );
}

function NextStep() {
  const user = useUser();
  if (!user) {
    return (
      <p className="muted">
        Perhaps your address is confirmed already:{' '}
        <Link className="link" to={paths.login()}>
          log in
        </Link>
        . If it is not, the tool&rsquo;s page sends you another mail.
      </p>
    );
  }
  if (user.email_verified) return <p className="muted">Your address is confirmed: there is nothing left to do.</p>;
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="resend-activation" look="primary" size="large" block>
        Send the mail again
      </Button>
    </Form>
  );
}
