import { filmstripFrames } from '#contract/rules';

/** CSS of a background that shows the whole strip. */
interface StripFrame {
  frame: number;
  backgroundSize: string;
  backgroundPosition: string;
}

/**
 * As many frames, at their true ratio, as fill a strip of this size; their sides are cropped rather than squeezed. If the
 * strip is wider than all frames, they are enlarged.
 * @param ratio width of a frame divided by its height
 */
export function stripFrames(width: number, height: number, ratio: number): StripFrame[] {
  const count = Math.max(1, Math.min(filmstripFrames, Math.ceil(width / (height * ratio))));
  const cell = width / count;
  const frameWidth = Math.max(cell, height * ratio);
  const frameHeight = frameWidth / ratio;
  return Array.from({ length: count }, (_, index) => {
    const frame = Math.floor(((index + 0.5) * filmstripFrames) / count);
    const left = (cell - frameWidth) / 2 - frame * frameWidth;
    const top = (height - frameHeight) / 2;
    const px = (value: number) => `${Math.round(10 * value) / 10}px`;
    return {
      frame,
      backgroundSize: `${px(filmstripFrames * frameWidth)} ${px(frameHeight)}`,
      backgroundPosition: `${px(left)} ${px(top)}`,
    };
  });
}
