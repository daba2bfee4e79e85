import type { ReactNode } from 'react';

import { ButtonLink } from '~/components/button';
import { paths } from '~/lib/paths';

import { useToolPath } from '~/features/tool/tool-path';

/** For a visitor's files; both ways lead back to this page. */
export function LogInToGoOn({ children }: { children?: ReactNode }) {
  const here = useToolPath()();
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink look="primary" to={paths.loginGoogle(here)}>
        Log in to go on
      </ButtonLink>
      <ButtonLink to={paths.signup(here)}>Create an account</ButtonLink>
      {children}
    </div>
  );
}
