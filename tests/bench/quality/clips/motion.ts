import type { Landmarks } from '#engine/types';

/** Larger for subpixel motion. */
export const FRAME = { width: 960, height: 640 };
const OVERSIZE = 1.5;
const plane = { width: OVERSIZE * FRAME.width, height: OVERSIZE * FRAME.height };

export interface Motion {
  /** View centre, as shares of the photograph. */
  readonly middle: readonly [x: number, y: number];
  /** 1 shows all. */
  readonly zoom: number;
  /** Amplitude, frame pixels. */
  readonly pan?: readonly [x: number, y: number];
  /** Amplitude, degrees. */
  readonly turn?: number;
  /** Its inverse is the minimum. */
  readonly grow?: number;
  /** The rest is black. */
  readonly fills?: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function layOut({ width, height }: Size, fills: number) {
  const [wide, high] = [plane.width * fills, plane.height * fills].map(Math.round);
  const scale = Math.max(wide / width, high / height);
  const [scaledWidth, scaledHeight] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const cutLeft = Math.floor((scaledWidth - wide) / 2);
  const cutTop = Math.floor((scaledHeight - high) / 2);
  const left = Math.floor((plane.width - wide) / 2);
  const top = Math.floor((plane.height - high) / 2);
  return { wide, high, scaledWidth, scaledHeight, cutLeft, cutTop, left, top };
}

export function filtersOf(photo: Size, motion: Motion, frames: number): string {
  const { wide, high, scaledWidth, scaledHeight, cutLeft, cutTop, left, top } = layOut(photo, motion.fills ?? 1);
  const { middle, zoom, pan = [0, 0], turn = 0, grow = 1 } = motion;
  // The frame counter starts at one.
  const swing = `sin(2*PI*(on-1)/${frames})`;
  const scale = `(${zoom}*pow(${grow},${swing}))`;
  const angle = `(${(turn * Math.PI) / 180}*${swing})`;
  const corner = (axis: 0 | 1, x: number, y: number) => {
    const centre = `(${middle[axis] * [plane.width, plane.height][axis]}+${OVERSIZE * pan[axis]}*${swing})`;
    const [across, down] = [x * (plane.width / 2), y * (plane.height / 2)];
    const turned =
      axis === 0
        ? `(${across}*cos(${angle})-(${down})*sin(${angle}))`
        : `(${across}*sin(${angle})+(${down})*cos(${angle}))`;
    return `'${centre}+${turned}/${scale}'`;
  };
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].flatMap(([x, y], i) => [`x${i}=${corner(0, x, y)}`, `y${i}=${corner(1, x, y)}`]);
  return [
    `scale=${scaledWidth}:${scaledHeight}:flags=bicubic`,
    `crop=${wide}:${high}:${cutLeft}:${cutTop}`,
    `pad=${plane.width}:${plane.height}:${left}:${top}:black`,
    `perspective=${corners.join(':')}:interpolation=cubic:sense=source:eval=frame`,
    `scale=${FRAME.width}:${FRAME.height}:flags=area`,
    'setsar=1',
  ].join(',');
}

export function moveLandmarks(
  landmarks: Landmarks,
  photo: Size,
  motion: Motion,
  frame: number,
  frames: number,
): Landmarks {
  const { scaledWidth, cutLeft, cutTop, left, top } = layOut(photo, motion.fills ?? 1);
  const { middle, zoom, pan = [0, 0], turn = 0, grow = 1 } = motion;
  const swing = Math.sin((2 * Math.PI * frame) / frames);
  const scale = zoom * grow ** swing;
  const angle = ((turn * Math.PI) / 180) * swing;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const laid = scaledWidth / photo.width;
  const centre = [0, 1].map((axis) => middle[axis] * [plane.width, plane.height][axis] + OVERSIZE * pan[axis] * swing);
  const moved = landmarks.slice();
  for (let i = 0; i < moved.length; i += 3) {
    // The origin is the first pixel's centre.
    const x = landmarks[i] * laid - cutLeft + left - 0.5 - centre[0];
    const y = landmarks[i + 1] * laid - cutTop + top - 0.5 - centre[1];
    moved[i] = ((x * cos + y * sin) * scale + plane.width / 2 + 0.5) / OVERSIZE;
    moved[i + 1] = ((y * cos - x * sin) * scale + plane.height / 2 + 0.5) / OVERSIZE;
    moved[i + 2] = (landmarks[i + 2] * laid * scale) / OVERSIZE;
  }
  return moved;
}
