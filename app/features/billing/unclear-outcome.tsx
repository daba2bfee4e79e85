import { ButtonLink } from '~/components/button';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { paths } from '~/lib/paths';

import { OutcomeCard } from './outcome';
import type { Outcome } from './load-outcome.server';

type Unclear = Extract<Outcome, { state: 'none' | 'signed-out' | 'unknown' | 'unreachable' }>;

/** Invalid link, logged out, another user's payment, or unreachable provider. */
export function UnclearOutcome({ outcome }: { outcome: Unclear }) {
  useRefreshWhile(outcome.state === 'unreachable');
  switch (outcome.state) {
    case 'signed-out':
      return (
        <OutcomeCard
          icon="lock"
          tone="waiting"
          title="Log in to see this payment"
          next={
            <ButtonLink look="primary" to={outcome.loginUrl}>
              Log in
            </ButtonLink>
          }
        >
          <p>If it has arrived, its credits are on your balance already: they do not wait for this page.</p>
        </OutcomeCard>
      );
    case 'unreachable':
      return (
        <OutcomeCard
          icon="clock"
          tone="waiting"
          title="We could not check the payment yet"
          next={<ButtonLink to={paths.myCredits()}>My credits</ButtonLink>}
        >
          <RefreshWithoutScript seconds={5} />
          <p>
            The payment provider does not answer right now. Nothing is lost: we keep asking, and this page loads itself
            again.
          </p>
        </OutcomeCard>
      );
    case 'none':
    case 'unknown':
      return (
        <OutcomeCard
          icon="info"
          tone="bad"
          title="Payment not found"
          next={
            <>
              <ButtonLink look="primary" to={paths.myCredits()}>
                My credits
              </ButtonLink>
              <ButtonLink to={paths.pricing()}>See plans</ButtonLink>
            </>
          }
        >
          <p>
            This address belongs to no payment of this account, all of which are listed on your credits page. Did you
            pay with another account? Then the credits are there: log in with it.
          </p>
        </OutcomeCard>
      );
    default:
      return outcome satisfies never;
  }
}
