import type { CSSProperties, ReactNode } from 'react';

import type { Person } from '#contract/index';

interface Props {
  src: string | null;
  alt: string;
  /** Displayed pixels; null before the file is probed. */
  width: number | null;
  height: number | null;
  dimmed?: boolean;
  children?: ReactNode;
}

/** Keeps the aspect ratio, so that the layout does not shift. */
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

export function aspectStyle(width: number | null, height: number | null): CSSProperties | undefined {
  if (!width || !height) return undefined;
  return { '--shape': String(width / height) } as CSSProperties;
}

interface FrameProps {
  person: Person;
  label: string;
  isOn: boolean;
  /** Displayed pixels of the picture in which the box was detected. */
  width: number;
  height: number;
}

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
