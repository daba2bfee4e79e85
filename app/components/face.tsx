import type { DragEvent } from 'react';

import { Icon } from './icon';

interface FaceProps {
  /** Missing: an empty place that waits for a face. */
  src?: string | null;
  alt?: string;
  size?: 40 | 52 | 56 | 72;
  /** Marks the face that was chosen. */
  ring?: boolean;
}

/** Faces are round, always. */
export function Face({ src, alt = '', size = 56, ring }: FaceProps) {
  const className = `face face--${size} ${src ? '' : 'face--empty'} ${ring ? 'face--ring' : ''}`;
  return (
    <span className={className}>
      {src ? <img src={src} alt={alt} loading="lazy" /> : <Icon name="plus" size={24} />}
    </span>
  );
}

interface FaceChipProps {
  /** The form it belongs to, when it stands outside of it. */
  form?: string;
  src?: string | null;
  label: string;
  name: string;
  value: string;
  /** Given together by a script that holds the choice; a plain form uses the default. */
  checked?: boolean;
  defaultChecked?: boolean;
  onChoose?: () => void;
  onDragStart?: (event: DragEvent) => void;
  /** Several can be chosen where it is a checkbox. */
  type?: 'radio' | 'checkbox';
}

/** One face of a set to choose from: a radio button or checkbox in the shape of a face. */
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
