import type { CSSProperties, ReactNode } from 'react';

interface BoxProps {
  /** Displayed pixels; null before the file is probed. */
  width: number | null;
  height: number | null;
  dimmed?: boolean;
  /** `side`: two videos beside each other, see `compare.css`. */
  view?: string;
  children?: ReactNode;
  overlay?: ReactNode;
}

/** Shorter side, pixels. Below it, the AI label in the pixels is large (`SMALLEST`, engine/label/watermark.ts). */
const tinySide = 280;

/** Keeps the picture's aspect ratio: no layout shift, no bands. */
export function StageBox({ width, height, dimmed, view, children, overlay }: BoxProps) {
  const shape = aspectStyle(width, height);
  return (
    <div
      className={`stage stage--media ${dimmed ? 'stage--dimmed' : ''}`}
      style={shape}
      data-shaped={shape && true}
      data-tiny={(width && height && Math.min(width, height) < tinySide) || undefined}
      data-view={view}
    >
      <div className="stage__picture">{children}</div>
      {overlay}
    </div>
  );
}

interface Props extends BoxProps {
  src: string | null;
  alt: string;
}

export function Stage({ src, alt, children, ...box }: Props) {
  const { width, height } = box;
  return (
    <StageBox {...box}>
      {src ? <img src={src} alt={alt} width={width ?? undefined} height={height ?? undefined} /> : null}
      {children}
    </StageBox>
  );
}

function aspectStyle(width: number | null, height: number | null): CSSProperties | undefined {
  if (!width || !height) return undefined;
  return { '--shape': String(width / height) } as CSSProperties;
}
