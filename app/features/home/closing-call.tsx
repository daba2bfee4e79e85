import { ButtonLink } from '~/components/button';
import { credits } from '~/lib/credits';
import type { CreditPrices } from '~/features/billing/price-per-credit';
import { paths } from '~/lib/paths';

export function ClosingCall({ prices }: { prices?: CreditPrices }) {
  return (
    <section className="wrap section closing">
      <h2 className="t-hero">Got a face in mind?</h2>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink look="primary" size="large" to={paths.faceSwap()} prefetch="intent">
          Start a swap
        </ButtonLink>
        {prices ? (
          <p className="muted tabular-nums">
            Photo: {credits(prices.photo)}. GIF: {credits(prices.gif)}. Video: {credits(prices.video_second)} a second.
            Preview: free.
          </p>
        ) : null}
      </div>
    </section>
  );
}
