import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';

import { buttonClass } from '~/components/button';
import { OutcomeCard } from '~/features/billing/outcome';
import { loadPay } from '~/features/billing/load-pay.server';
import { pageMeta } from '~/lib/meta';

export const meta = () => pageMeta({ title: 'To the checkout', personal: true });

/**
 * CSP form-action also restricts the redirects of forms, to the site and its API: they post here, and this page
 * redirects.
 */
export const loader = (args: LoaderFunctionArgs) => loadPay(args);

export default function Pay() {
  const { url } = useLoaderData<typeof loader>();
  useEffect(() => window.location.replace(url), [url]);
  return (
    <OutcomeCard
      icon="lock"
      tone="waiting"
      title="To the checkout"
      next={
        <a className={buttonClass({ look: 'primary' })} href={url}>
          Go on to the checkout
        </a>
      }
    >
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${url}`} />
      </noscript>
      <p>You pay on a page of the provider’s, and come back here afterwards.</p>
    </OutcomeCard>
  );
}
