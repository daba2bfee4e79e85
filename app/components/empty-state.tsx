import type { ReactNode } from 'react';

interface Props {
  art: ReactNode;
  title: string;
  children: ReactNode;
  next?: ReactNode;
}

export function EmptyState({ art, title, children, next }: Props) {
  return (
    <div className="nothing-here">
      <div className="mb-4 flex items-center gap-4 text-text-3" aria-hidden="true">
        {art}
      </div>
      <h2 className="t-card">{title}</h2>
      <p className="muted max-w-[44ch]">{children}</p>
      {next ? <div className="mt-3 flex flex-wrap justify-center gap-3">{next}</div> : null}
    </div>
  );
}
