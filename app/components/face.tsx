import type { DragEvent } from 'react';

import { Icon } from './icon';

interface FaceProps {
  /** Without it, a placeholder. */
  src?: string | null;
  alt?: string;
  size?: 24 | 40 | 52 | 56 | 72;
  ring?: boolean;
  /** In long lists; elsewhere a picture of the whole page shows it. */
  isLazy?: boolean;
}

export function Face({ src, alt = '', size = 56, ring, isLazy }: FaceProps) {
  const className = `face face--${size} ${src ? '' : 'face--empty'} ${ring ? 'face--ring' : ''}`;
  return (
    <span className={className}>
      {src ? <img src={src} alt={alt} loading={isLazy ? 'lazy' : undefined} /> : <Icon name="plus" size={24} />}
    </span>
  );
}

interface FaceChipProps {
  /** For inputs outside the form. */
  form?: string;
  src?: string | null;
  label: string;
  name: string;
  value: string;
  /** Controlled with `onChoose`; otherwise use `defaultChecked`. */
  checked?: boolean;
  defaultChecked?: boolean;
  onChoose?: () => void;
  onDragStart?: (event: DragEvent) => void;
  type?: 'radio' | 'checkbox';
}

export function FaceChip({ src, label, onChoose, onDragStart, type = 'radio', ...input }: FaceChipProps) {
  return (
    <label className="chip" draggable={onDragStart ? true : undefined} onDragStart={onDragStart}>
      <input {...input} type={type} onChange={onChoose} />
      <Face src={src} isLazy />
      <span className="chip__tick">
        <Icon name="check" />
      </span>
      <span className="line-clamp-3 max-w-full">{label}</span>
    </label>
  );
}
