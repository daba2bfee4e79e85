import type { CSSProperties, ReactNode } from 'react';

import type { Person } from '#contract/index';

interface Props {
  src: string | null;
  alt: string;
  /** Displayed pixels; unknown before the picture has been looked at. */
  width: number | null;
  height: number | null;
  dimmed?: boolean;
  children?: ReactNode;
}

/** The picture that is worked on, in its own shape, on a stage that never moves the page. */
export function Stage({ src, alt, width, height, dimmed, children }: Props) {
  return (
    <div className={`stage stage--media ${dimmed ? 'stage--dimmed' : ''}`}>
      <div className="stage__picture" style={aspectStyle(width, height)}>
        {src ? <img src={src} alt={alt} width={width ?? undefined} height={height ?? undefined} /> : null}
        {children}
      </div>
    </div>
  );
}

/** The picture's proportions as the stylesheet wants them. */
export function aspectStyle(width: number | null, height: number | null): CSSProperties | undefined {
  if (!width || !height) return undefined;
  return { '--shape': String(width / height) } as CSSProperties;
}

interface FrameProps {
  person: Person;
  label: string;
  isOn: boolean;
  /** Displayed pixels of the picture the box was found in. */
  width: number;
  height: number;
}

/** Viewfinder corners around a face that was found. */
export function FaceFrame({ person, label, isOn, width, height }: FrameProps) {
  const { box } = person;
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)}%`;
  const place = {
    '--x': percent(box.x, width),
    '--y': percent(box.y, height),
    '--w': percent(box.width, width),
    '--h': percent(box.height, height),
  };
  return (
    <i className="viewfinder viewfinder--face not-italic" style={place as CSSProperties} data-on={isOn || undefined}>
      <span className="badge badge--media">{label}</span>
    </i>
  );
}
