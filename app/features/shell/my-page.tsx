import type { ReactNode } from 'react';

import { Refusal } from '~/components/refusal';

interface Props {
  title: string;
  /** A filter or a primary action. */
  aside?: ReactNode;
  refused?: string;
  children: ReactNode;
}

export function MyPage({ title, aside, refused, children }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <h1 className="t-page min-w-0">{title}</h1>
        {aside}
      </div>
      <Refusal message={refused} />
      {children}
    </div>
  );
}
