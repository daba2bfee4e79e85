import type { ReactNode } from 'react';

import { Icon, type IconName } from '~/components/icon';

interface Props {
  icon: IconName;
  tone: 'good' | 'waiting' | 'bad';
  title: string;
  children: ReactNode;
  next: ReactNode;
}

export function OutcomeCard({ icon, tone, title, children, next }: Props) {
  return (
    <main id="main" className="wrap outcome">
      <div className={`outcome__card outcome__card--${tone}`}>
        <span className="outcome__sign">
          <Icon name={icon} size={24} />
        </span>
        <h1 className="t-section">{title}</h1>
        <div className="muted grid max-w-[48ch] gap-3">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-3">{next}</div>
      </div>
    </main>
  );
}
