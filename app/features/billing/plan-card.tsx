import { formatNumber } from '#shared/format-number';
import type { Product, User } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

import { Money } from '~/components/money';
import { describeCredits, type CreditPrices } from './price-per-credit';

interface Plans {
  products: Product[];
  prices: CreditPrices;
  /** Null if there never was one. */
  subscription: User['subscription'];
}

export function PlanCards({ products, prices, subscription }: Plans) {
  const isPaid = subscription !== null && subscription.status !== 'cancelled';
  const isRunning = isPaid && subscription.renews_at !== null;
  return products.map((product) => (
    <PlanCard
      key={product.product_id}
      product={product}
      prices={prices}
      isFirst={subscription === null}
      current={isPaid && subscription.product_id === product.product_id ? subscription : null}
      hasPlan={isPaid}
      isChange={isRunning && product.type === 'sub'}
    />
  ));
}

interface Props {
  product: Product;
  prices: CreditPrices;
  /** Shows the introductory price. */
  isFirst: boolean;
  current: User['subscription'];
  hasPlan: boolean;
  isChange: boolean;
}

function PlanCard({ product, prices, isFirst, current, hasPlan, isChange }: Props) {
  const { name, credits, price, first_price, period, highlighted } = product;
  const first = isFirst ? first_price : null;
  return (
    <article className={`plan ${highlighted ? 'plan--hot' : ''}`}>
      <div className="plan__head">
        <h2 className="t-card">{name}</h2>
        {highlighted ? <span className="badge badge--orange">Our suggestion</span> : null}
      </div>
      <p className="plan__credits">
        {formatNumber(credits)} <span>credits{period ? ` a ${period}` : ''}</span>
      </p>
      <p className="small muted">{describeCredits(credits, prices)}</p>
      <div className="plan__price">
        <p>
          <b>
            <Money {...(first ?? price)} />
            {first ? ` first ${period}` : period ? ` a ${period}` : ''}
          </b>
        </p>
        <p className="small muted">
          {first ? (
            <>
              then <Money {...price} /> a {period}
            </>
          ) : period ? (
            'Cancel any time, with one click'
          ) : (
            'Paid once, credits stay'
          )}
        </p>
      </div>
      {current ? (
        <p className="plan__current">
          Your plan
          {current.renews_at ? (
            <>
              , renews on <Time value={current.renews_at} />
            </>
          ) : current.ends_at ? (
            <>
              {' '}
              until <Time value={current.ends_at} />
            </>
          ) : null}
        </p>
      ) : (
        <ButtonLink
          look={highlighted && !hasPlan ? 'primary' : 'second'}
          block
          to={paths.pricing({ product: product.product_id })}
          prefetch="intent"
        >
          {isChange ? `Change to ${name}` : `Choose ${name}`}
        </ButtonLink>
      )}
    </article>
  );
}
