import { useLocation } from '@remix-run/react';

import { paths } from '~/lib/paths';
import { useQuery } from '~/lib/use-query';

/** Pages on which a visitor logs in to go on with something. */
const resumed = new Set([
  paths.faceSwap(),
  paths.faceSwapPhoto(),
  paths.faceSwapVideo(),
  paths.pricing(),
  paths.contact(),
]);

const signInPages = new Set([
  paths.login(),
  paths.loginGoogle(),
  paths.loginCode(),
  paths.signup(),
  paths.passwordReset(),
]);

/** Where login and sign-up lead. Undefined for their usual pages. */
export function useReturnPage(): string | undefined {
  const { pathname } = useLocation();
  const query = useQuery();
  if (signInPages.has(pathname)) return new URLSearchParams(query).get('redirect') ?? undefined;
  return resumed.has(pathname) ? pathname + query : undefined;
}

export const loginPath = (returnPage: string | undefined) =>
  returnPage ? paths.loginGoogle(returnPage) : paths.login();
