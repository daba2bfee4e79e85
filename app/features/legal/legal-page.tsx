import type { ReactNode } from 'react';

import { useRetention, useSite } from '~/lib/root-data';

export interface LegalSection {
  title: string;
  children: ReactNode;
}

interface Props {
  title: string;
  lead: string;
  /** ISO date. */
  changed: string;
  sections: readonly LegalSection[];
}

export function LegalPage({ title, lead, changed, sections }: Props) {
  const addressed = sections.map((section) => ({ ...section, id: slugOf(section.title) }));
  return (
    <main id="main" className="wrap legal">
      <header className="legal__head">
        <h1 className="t-section">{title}</h1>
        <p className="lead">{lead}</p>
        <p className="small faint">
          Last changed <time dateTime={changed}>{dateOf(changed)}</time>
        </p>
      </header>
      <div className="legal__body">
        <nav className="legal__contents" aria-label="Contents">
          <ol>
            {addressed.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal__text">
          {addressed.map(({ id, title, children }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="t-card" id={`${id}-title`}>
                {title}
              </h2>
              {children}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

export function Operator() {
  return <>{useSite()?.owner.name ?? 'Faceswap'}</>;
}

export function KeptFor() {
  return <>{useRetention()}</>;
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const months = 'January February March April May June July August September October November December'.split(' ');

function dateOf(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${months[month! - 1]} ${day}, ${year}`;
}
