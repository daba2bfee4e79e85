import type { DragEvent } from 'react';

import { Icon } from './icon';

interface FaceProps {
  /** Without one, an empty placeholder is shown. */
  src?: string | null;
  alt?: string;
  size?: 24 | 40 | 52 | 56 | 72;
  /** Marks a chosen face. */
  ring?: boolean;
}

export function Face({ src, alt = '', size = 56, ring }: FaceProps) {
  const className = `face face--${size} ${src ? '' : 'face--empty'} ${ring ? 'face--ring' : ''}`;
  return (
    <span className={className}>
      {src ? <img src={src} alt={alt} loading="lazy" /> : <Icon name="plus" size={24} />}
    </span>
  );
}

interface FaceChipProps {
  /** Id of the form, if the input is outside of it. */
  form?: string;
  src?: string | null;
  label: string;
  name: string;
  value: string;
  /** Set together with `onChoose` if state is controlled; otherwise use `defaultChecked`. */
  checked?: boolean;
  defaultChecked?: boolean;
  onChoose?: () => void;
  onDragStart?: (event: DragEvent) => void;
  type?: 'radio' | 'checkbox';
}

/** A radio button or checkbox in the shape of a face. */
export function FaceChip({ src, label, onChoose, onDragStart, type = 'radio', ...input }: FaceChipProps) {
  return (
    <label className="chip" draggable={onDragStart ? true : undefined} onDragStart={onDragStart}>
      <input {...input} type={type} onChange={onChoose} />
      <Face src={src} />
      <span className="chip__tick">
        <Icon name="check" />
      </span>
      {label}
    </label>
  );
}
