import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';

import type { Material } from '#contract/index';

import { formatTime, type TrimPart } from '~/features/tool/times';

import { stripFrames } from './strip-frames';

interface Props {
  material: Material;
  part: TrimPart;
  onChange: (part: TrimPart) => void;
  onSeek: (ms: number) => void;
}

/** Until the strip has been measured; as in the style sheet. */
const usualWidth = 800;
const stripHeight = 64;

const secondMs = 1000;
const minPartMs = 100;
/** Times are shown in tenths of a second. */
const minStepMs = 100;

/** Range inputs: work with pointer, touch and keys. */
export function Filmstrip({ material, part, onChange, onSeek }: Props) {
  const total = material.duration_ms ?? 0;
  const stepMs = Math.max(minStepMs, Math.round(1000 / (material.fps ?? 10)));
  const percent = (ms: number) => `${((100 * ms) / total).toFixed(3)}%`;
  const move = (end: keyof TrimPart, ms: number) => {
    const bounded =
      end === 'start_ms'
        ? Math.min(Math.max(0, ms), part.end_ms - minPartMs)
        : Math.max(Math.min(total, ms), part.start_ms + minPartMs);
    onChange({ ...part, [end]: bounded });
    onSeek(bounded);
  };
  const onKeyDown = (end: keyof TrimPart) => (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    move(end, part[end] + direction * (event.shiftKey ? secondMs : stepMs));
  };
  const style = { '--from': percent(part.start_ms), '--to': percent(part.end_ms) } as CSSProperties;
  return (
    <div className="needs-script grid gap-2">
      <div className="filmstrip" style={style}>
        <StripFrames material={material} />
        <i className="filmstrip__shade" data-side="before" />
        <i className="filmstrip__shade" data-side="after" />
        <i className="filmstrip__frame" />
        {(['start_ms', 'end_ms'] as const).map((end) => (
          <input
            key={end}
            type="range"
            min={0}
            max={total}
            step={1}
            value={part[end]}
            onChange={(event) => move(end, event.currentTarget.valueAsNumber)}
            onKeyDown={onKeyDown(end)}
            aria-label={end === 'start_ms' ? 'Start of the part' : 'End of the part'}
            aria-valuetext={formatTime(part[end])}
          />
        ))}
      </div>
      <p className="tiny faint flex justify-between tabular-nums">
        <span>0:00.0</span>
        <span className="max-sm:hidden">← → move a handle by {stepMs / 1000} s, with Shift by a second</span>
        <span>{formatTime(total)}</span>
      </p>
    </div>
  );
}

function StripFrames({ material: { filmstrip_url, width, height } }: Pick<Props, 'material'>) {
  const strip = useRef<HTMLDivElement>(null);
  const [stripWidth, setWidth] = useState(usualWidth);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(strip.current!);
    return () => observer.disconnect();
  }, []);
  const frames = stripFrames(stripWidth, stripHeight, width && height ? width / height : 16 / 9);
  return (
    <div ref={strip} className="filmstrip__frames" aria-hidden="true">
      {filmstrip_url
        ? frames.map(({ frame, ...style }) => (
            <i key={frame} style={{ ...style, backgroundImage: `url("${filmstrip_url}")` }} />
          ))
        : null}
    </div>
  );
}
