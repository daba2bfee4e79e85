import type { ReactNode } from 'react';

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
  const paid = subscription?.status === 'cancelled' ? null : subscription;
  return products.map((product) => (
    <PlanCard key={product.product_id} product={product} prices={prices} isFirst={subscription === null} paid={paid} />
  ));
}

interface Props {
  product: Product;
  prices: CreditPrices;
  /** Shows the introductory price. */
  isFirst: boolean;
  /** Null unless its period runs. */
  paid: User['subscription'];
}

function PlanCard({ product, prices, isFirst, paid }: Props) {
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
          {isReplaced(paid, product) ? (
            <>
              Your plan until <Time value={paid!.renews_at!} />
            </>
          ) : first ? (
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
      <Choice product={product} paid={paid} />
    </article>
  );
}

/** Whether another plan follows it with the next period. */
const isReplaced = (paid: Props['paid'], { product_id }: Product) =>
  paid !== null && paid.product_id === product_id && paid.next_product_id !== null;

/** The plan's button, or what it is to the user. */
function Choice({ product, paid }: Pick<Props, 'product' | 'paid'>) {
  const { product_id, type, name, highlighted } = product;
  if (paid && paid.next_product_id === product_id) {
    return (
      <Current>
        Begins on <Time value={paid.renews_at!} />
      </Current>
    );
  }
  if (paid && paid.product_id === product_id && !isReplaced(paid, product)) {
    const end = paid.renews_at ?? paid.ends_at;
    return (
      <Current>
        Your plan{paid.renews_at ? ', renews on ' : end ? ' until ' : ''}
        {end ? <Time value={end} /> : null}
      </Current>
    );
  }
  const isChange = paid !== null && paid.renews_at !== null && type === 'sub';
  const verb = isReplaced(paid, product) ? 'Keep' : isChange ? 'Change to' : 'Choose';
  return (
    <ButtonLink
      look={highlighted && !paid ? 'primary' : 'second'}
      block
      to={paths.pricing({ product: product_id })}
      prefetch="intent"
    >
      {`${verb} ${name}`}
    </ButtonLink>
  );
}

const Current = ({ children }: { children: ReactNode }) => (
  <div className="plan__current">
    <p>{children}</p>
  </div>
);
