import { useEffect, useRef, useState, type CSSProperties } from 'react';

import { followSeam } from './seam-event';

import { OriginalBadge, ResultBadge } from './badge';
import { Picture, type PictureFiles } from './picture';
import { Seam } from './seam';

interface Props {
  before: PictureFiles;
  after: PictureFiles;
  /** Percent from the left. */
  split?: number;
  /** The result's pixels carry the AI label. */
  labelled?: boolean;
  still?: boolean;
  /** Follows the brand picture's seam until this one is dragged. */
  follows?: boolean;
}

/** A range input moves the seam. Without script, both pictures are shown. */
export function Compare({ before, after, split = 50, labelled = false, still = false, follows = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(split);
  const [isHeld, setHeld] = useState(false);
  const move = (to: number) => {
    setHeld(true);
    setAt(to);
  };
  useEffect(() => {
    if (!follows || isHeld) return;
    const element = box.current!; // seam events may arrive after React has cleared the ref
    return followSeam((x) => {
      const { left, width } = element.getBoundingClientRect();
      const percent = Math.min(100, Math.max(0, (100 * (x - left)) / width));
      element.style.setProperty('--split', `${percent}%`);
    });
  }, [follows, isHeld]);
  return (
    <div
      ref={box}
      className="compare"
      style={{ '--split': `${at}%` } as CSSProperties}
      data-needs-script={still ? undefined : true}
    >
      <Picture {...before} />
      {still ? null : <OriginalBadge />}
      <div className="compare__after">
        <Picture {...after} />
        {still ? null : <ResultBadge isLabelled={labelled} />}
      </div>
      {still ? <i className="compare__seam" /> : <Seam at={at} onMove={move} />}
    </div>
  );
}
