import { Form, useNavigation } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { Time } from '~/components/time';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';
import { useUser } from '~/lib/root-data';

export function SubscriptionCard({ subscription }: { subscription: NonNullable<User['subscription']> }) {
  const { name, status, renews_at, ends_at, cancel_at_period_end, can_resume, next_name } = subscription;
  const isBusy = useNavigation().formData?.has('intent') ?? false;
  const hasEnded = status === 'cancelled';
  return (
    <section className="card flex flex-wrap items-center justify-between gap-4 p-5" aria-label="Subscription">
      <div>
        <h2 className="t-card">{name}</h2>
        <p className="small muted">
          {status === 'past_due' ? 'The last payment did not go through: it is tried again. ' : ''}
          {renews_at ? (
            <>
              Renews on <Time value={renews_at} />
              {next_name ? `, as ${next_name}` : ''}
            </>
          ) : ends_at ? (
            <>
              {hasEnded ? 'Ended on' : 'Cancelled: runs until'} <Time value={ends_at} />
            </>
          ) : null}
        </p>
      </div>
      <Form method="post" action={paths.myCredits()} className="flex flex-wrap gap-3">
        <AccountField />
        {hasEnded || renews_at ? (
          <ButtonLink to={paths.pricing()}>{hasEnded ? 'See plans' : 'Change plan'}</ButtonLink>
        ) : null}
        {!hasEnded && cancel_at_period_end && can_resume ? (
          <Button type="submit" look="second" name="intent" value="resume" busy={isBusy}>
            Keep it running
          </Button>
        ) : null}
      </Form>
      {renews_at ? <CancelSubscription renewsAt={renews_at} canResume={can_resume} isBusy={isBusy} /> : null}
    </section>
  );
}

interface CancelProps {
  renewsAt: string;
  canResume: boolean;
  isBusy: boolean;
}

function CancelSubscription({ renewsAt, canResume, isBusy }: CancelProps) {
  const balance = useUser()?.credit_num ?? 0;
  return (
    <details className="basis-full">
      <summary className="link small w-fit">Cancel subscription…</summary>
      <Form method="post" action={paths.myCredits()} className="mt-3 grid gap-4">
        <AccountField />
        <ul className="small muted grid list-disc gap-1 pl-5">
          <li>
            Your plan runs until <Time value={renewsAt} />. After that nothing is charged.
          </li>
          <li>
            You keep {balance === 0 ? 'the credits you still get' : `your ${credits(balance)}`}, also after that day.
          </li>
          <li>
            Your uploads and creations stay as long as they would have; new uploads then share a free account’s space.
          </li>
          <li>
            {canResume
              ? 'Until that day you can keep the plan with one click.'
              : 'Your payment provider cannot undo this: to keep the plan after that day, you subscribe again.'}
          </li>
        </ul>
        <Button type="submit" look="danger" name="intent" value="cancel" busy={isBusy} className="w-fit">
          Cancel subscription
        </Button>
      </Form>
    </details>
  );
}
