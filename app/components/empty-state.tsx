import type { ReactNode } from 'react';

interface Props {
  art: ReactNode;
  title: string;
  children: ReactNode;
  /** What leads on. */
  next?: ReactNode;
}

/** An empty list says what will be here, and leads on. */
export function EmptyState({ art, title, children, next }: Props) {
  return (
    <div className="nothing-here">
      <div className="mb-4 flex items-center gap-4 text-text-3" aria-hidden="true">
        {art}
      </div>
      <h2 className="t-section">{title}</h2>
      <p className="muted max-w-[44ch]">{children}</p>
      {next ? <div className="mt-3 flex flex-wrap justify-center gap-3">{next}</div> : null}
    </div>
  );
}
