import { Form, useNavigation } from '@remix-run/react';

import type { User } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

export function SubscriptionCard({ subscription }: { subscription: NonNullable<User['subscription']> }) {
  const { name, status, renews_at, ends_at, cancel_at_period_end, next_name } = subscription;
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
        {hasEnded || renews_at ? (
          <ButtonLink to={paths.pricing()}>{hasEnded ? 'See plans' : 'Change plan'}</ButtonLink>
        ) : null}
        {renews_at ? (
          <Button type="submit" look="ghost" name="intent" value="cancel" busy={isBusy}>
            Cancel subscription
          </Button>
        ) : null}
        {!hasEnded && cancel_at_period_end ? (
          <Button type="submit" look="second" name="intent" value="resume" busy={isBusy}>
            Keep it running
          </Button>
        ) : null}
      </Form>
    </section>
  );
}
