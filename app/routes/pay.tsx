import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { z } from 'zod/v4';

import type { Output } from '#contract/calls';

import { buttonClass } from '~/components/button';
import { OutcomeCard } from '~/features/billing/outcome';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { ApiError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { requireUser } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';

export const meta = () => pageMeta({ title: 'To the checkout', personal: true });

/**
 * CSP form-action also restricts the redirects of forms to our own origin: they post here, and this page
 * redirects.
 */
export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(new URL(args.request.url).searchParams.get('payment')).data;
  if (!id) throw pageNotFound(args.request);
  const { api, session } = await requireUser(args);
  try {
    const { action } = await orNotFound(api('payment_checkout', { payment_id: id }), args.request);
    return { url: addressOf(action) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const snackbar = { color: 'success', message: error.message } as const;
    throw await redirectWithSnackbar(paths.myCredits(), snackbar, session, args.request);
  }
}

/** Drop-in forms have a provider page, too. */
function addressOf(action: Output<'payment_checkout'>['action']): string {
  const url = action.type === 'redirect' ? action.url : action.parameters.url;
  if (url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw redirect(paths.myCredits());
}

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
