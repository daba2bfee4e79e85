import type { CSSProperties } from 'react';

import type { Person } from '#contract/index';

import { useFaceDrop } from './use-face-drop';

export interface FrameTarget {
  onOpen: () => void;
  onFace: (faceId: string) => void;
  onFile?: (photo: File) => void;
}

interface Props extends FrameTarget {
  box: Person['box'];
  /** Order of the rows. */
  number: number;
  isOn: boolean;
  /** Displayed pixels. */
  width: number;
  height: number;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)}%`;

/** For the pointer only: the rows offer the same to keys and screen readers. */
export function FaceFrame({ box, number, isOn, width, height, onOpen, ...target }: Props) {
  const drop = useFaceDrop(target);
  const place = {
    '--x': percent(box.x, width),
    '--y': percent(box.y, height),
    '--w': percent(box.width, width),
    '--h': percent(box.height, height),
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="viewfinder viewfinder--face"
      style={place as CSSProperties}
      data-on={isOn || undefined}
      // A label below the picture's edge would be cut off.
      data-low={box.y + box.height > 0.88 * height || undefined}
      onClick={onOpen}
      {...drop}
    >
      <span className="badge badge--media">
        <span className="viewfinder__word">Person </span>
        {number}
      </span>
    </button>
  );
}
