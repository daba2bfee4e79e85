import { useState, type CSSProperties } from 'react';

import { AiBadge } from './badge';
import { Icon } from './icon';

interface Props {
  before: { src: string; alt: string };
  after: { src: string; alt: string };
  /** Percent from the left where the seam starts. */
  split?: number;
  /** The result says itself, in its own pixels, that it was made by a machine. */
  labelled?: boolean;
  /** Without a control: the seam stays where it is. */
  still?: boolean;
}

/** Two pictures with the seam between them. A range input is the control; without script both are shown. */
export function Compare({ before, after, split = 50, labelled = false, still = false }: Props) {
  const [at, setAt] = useState(split);
  return (
    <div
      className="compare"
      style={{ '--split': `${at}%` } as CSSProperties}
      data-needs-script={still ? undefined : true}
    >
      <img src={before.src} alt={before.alt} />
      <div className="compare__after">
        <img src={after.src} alt={after.alt} />
      </div>
      {still ? null : (
        <>
          <span className="corner corner--tl">
            <span className="badge badge--media">Original</span>
          </span>
          {labelled ? null : (
            <span className="corner corner--tr">
              <AiBadge />
            </span>
          )}
          <input
            type="range"
            min={0}
            max={100}
            value={at}
            onChange={(event) => setAt(event.currentTarget.valueAsNumber)}
            aria-label="Compare original and result"
            aria-valuetext={`${100 - at} % result`}
          />
        </>
      )}
      <i className="compare__seam" />
      {still ? null : (
        <span className="compare__grip">
          <Icon name="compare" />
        </span>
      )}
    </div>
  );
}
