import type { ReactNode } from 'react';

import { Compare } from '~/components/compare';
import { duoAfter, duoBefore } from '~/components/pictures';

export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="auth">
      <div className="auth__form">
        <h1 className="t-section">{title}</h1>
        {children}
      </div>
      <aside className="auth__art" aria-hidden="true">
        <Compare still labelled before={{ ...duoBefore, alt: '' }} after={{ ...duoAfter, alt: '' }} />
      </aside>
    </main>
  );
}
