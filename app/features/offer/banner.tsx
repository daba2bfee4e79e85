import { Link, useFetcher, useLocation } from '@remix-run/react';

import { Icon } from '~/components/icon';
import { paths } from '~/lib/paths';
import { useRootData } from '~/lib/root-data';

import { Countdown } from './countdown';

const pages = [paths.home(), paths.faceSwapPhoto(), paths.faceSwapVideo()];

const useDismissal = () => useFetcher({ key: 'offer' });

/** On three pages; never for former subscribers. */
export function useOfferShown(): boolean {
  const { pathname } = useLocation();
  const { isOfferDismissed: isDismissed = true, user } = useRootData() ?? {};
  const isBeingDismissed = useDismissal().state !== 'idle';
  const isFirst = !user?.subscription;
  return isFirst && pages.includes(pathname) && !isDismissed && !isBeingDismissed;
}

/** Dismissal works without script. */
export function OfferBanner() {
  const dismissal = useDismissal();
  if (!useOfferShown()) return null;
  return (
    <aside className="offer" aria-label="Offer">
      <Link className="offer__link" to={paths.pricing()}>
        <b>First Subscription</b>
        <span className="offer__hot">UP To 50% Off</span>
        <Countdown />
        <span className="offer__go">
          See plans <Icon name="arrow-right" size={16} />
        </span>
      </Link>
      <dismissal.Form method="post" action={paths.resources.offer()}>
        <button className="offer__close" aria-label="Dismiss the offer">
          <Icon name="close" />
        </button>
      </dismissal.Form>
    </aside>
  );
}
