import { useSearchParams } from '@remix-run/react';

import { buttonClass } from '~/components/button';
import { paths } from '~/lib/paths';

export function GoogleButton({ isSetUp }: { isSetUp: boolean }) {
  const redirect = useRedirect();
  if (!isSetUp) {
    return <p className="hint">Signing in with Google is not available on this site. Use your e-mail address.</p>;
  }
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
