import { useSearchParams } from '@remix-run/react';

import { Button, buttonClass } from '~/components/button';
import { paths } from '~/lib/paths';

export function GoogleButton({ isSetUp }: { isSetUp: boolean }) {
  const redirect = useRedirect();
  return (
    <>
      {isSetUp ? (
        <a className={buttonClass({ size: 'large', block: true })} href={paths.startGoogle(redirect)}>
          Continue with Google
        </a>
      ) : (
        <div className="grid gap-2">
          <Button type="button" size="large" block disabled aria-describedby="google-why">
            Continue with Google
          </Button>
          <p className="hint" id="google-why">
            Signing in with Google is not available on this site. Use your e-mail address.
          </p>
        </div>
      )}
      <p className="divider">{isSetUp ? 'or with e-mail' : 'with e-mail'}</p>
    </>
  );
}

export const useRedirect = () => useSearchParams()[0].get('redirect') ?? undefined;
