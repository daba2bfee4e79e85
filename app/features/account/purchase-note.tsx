import { paths } from '~/lib/paths';

import { useRedirect } from './google-button';

/** Why a buyer is asked to log in. */
export function PurchaseNote() {
  const isBuyer = useRedirect()?.startsWith(`${paths.pricing()}?product=`);
  return isBuyer ? <p className="muted mt-3">Your purchase goes on after this: what you chose is kept.</p> : null;
}
