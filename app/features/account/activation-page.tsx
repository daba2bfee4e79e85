import { Form, Link, useLoaderData } from '@remix-run/react';
import { useRef } from 'react';

import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

import type { ActivationData, LinkEnd } from './activation.server';
import { AuthLayout } from './auth-layout';
import { useConfirmWhenVisible } from './use-confirm-when-visible';

export function ActivationPage() {
  const data = useLoaderData<ActivationData>();
  const answer = useActionAnswer<FormState | LinkEnd>();
  if (data.step === 'end') return <LinkEnded message={data.message} />;
  if (answer && 'step' in answer) return <LinkEnded message={answer.message} />;
  return <Confirm {...data} refused={answer} />;
}

type ConfirmProps = Extract<ActivationData, { step: 'confirm' }> & { refused: FormState | undefined };

/** Without script, on other devices, and after an outage. */
function Confirm({ email, isSignUpDevice, refused }: ConfirmProps) {
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  useConfirmWhenVisible(form, isSignUpDevice);
  const isBusy = useIsSending();
  const next =
    isSignUpDevice || user
      ? 'Your free credits are ready right after it.'
      : 'Then log in: your free credits are ready.';
  return (
    <AuthLayout title="Confirm your address">
      <Form ref={form} method="post" className="mt-6 grid gap-6">
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <p className="muted">
          <b>{email}</b> <br />
          {next}
        </p>
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Confirm my address
        </Button>
      </Form>
    </AuthLayout>
  );
}

function LinkEnded({ message }: { message: string }) {
  const user = useUser();
  const isConfirmed = user?.email_verified === true;
  return (
    <AuthLayout title={isConfirmed ? 'Your address is confirmed' : 'This link does not work'}>
      <div className="mt-6 grid gap-6">
        <Note kind={isConfirmed ? 'info' : 'error'}>{message}</Note>
        <NextStep />
      </div>
    </AuthLayout>
  );
}

function NextStep() {
  const user = useUser();
  if (!user) {
    return (
      <>
        <ButtonLink look="primary" size="large" block to={paths.login()}>
          Log in
        </ButtonLink>
        <p className="muted">
          If your address is confirmed already, your password is enough. If it is not, you can ask for another mail once
          you are logged in.
        </p>
      </>
    );
  }
  if (user.email_verified) {
    return (
      <>
        <p className="muted">There is nothing left to do.</p>
        <ButtonLink look="primary" size="large" block to={paths.faceSwapPhoto()}>
          Swap a face
        </ButtonLink>
        <p className="muted">
          Or see{' '}
          <Link className="link" to={paths.my()}>
            your uploads and creations
          </Link>
          .
        </p>
      </>
    );
  }
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="resend-activation" look="primary" size="large" block>
        Send the mail again
      </Button>
    </Form>
  );
}
