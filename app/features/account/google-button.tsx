import { useSearchParams } from '@remix-run/react';

import { buttonClass } from '~/components/button';
import { paths } from '~/lib/paths';

/** First on pages of sign-in, where Google is set up. */
export function GoogleButton() {
  const redirect = useRedirect();
  return (
    <>
      <a className={buttonClass({ size: 'large', block: true })} href={paths.startGoogle(redirect)}>
        Continue with Google
      </a>
      <p className="divider">or with e-mail</p>
    </>
  );
}

export const useRedirect = () => useSearchParams()[0].get('redirect') ?? undefined;
