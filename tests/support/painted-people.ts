import sharp from 'sharp';
import type { FaceView } from '#engine/types';
import { eyeDistance } from '#engine/mesh/pose';
import { innerLipRing, outerLipRing } from '#engine/mesh/topology';
import type { SampleFaceName } from '#shared/sample-media';
import { faceView, withMasks } from './face-views';

/** What ordinary photos show and our rendered people lack, as SVG over the face. */
type Drawing = (face: FaceView) => string;

export async function painted(name: SampleFaceName, drawing: Drawing): Promise<FaceView> {
  const face = await faceView(name);
  const { width, height, data } = face.image;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing(face)}</svg>`;
  const changed = await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return withMasks({ ...face, image: { width, height, data: new Uint8Array(changed) } });
}

export async function inGrey(name: SampleFaceName): Promise<FaceView> {
  const face = await faceView(name);
  const { data } = face.image;
  for (let i = 0; i < data.length; i += 3) data.fill((data[i] + 2 * data[i + 1] + data[i + 2]) / 4, i, i + 3);
  return withMasks(face);
}

/** As a face of a few dozen pixels that was enlarged and compressed. @param times smaller than it seems */
export async function enlarged(name: SampleFaceName, times: number): Promise<FaceView> {
  const face = await faceView(name);
  const { width, height, data } = face.image;
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(Math.round(width / times))
    .png()
    .toBuffer();
  const blocky = await sharp(small).resize(width, height, { fit: 'fill' }).jpeg({ quality: 50 }).toBuffer();
  return withMasks({ ...face, image: { width, height, data: new Uint8Array(await sharp(blocky).raw().toBuffer()) } });
}

/** Print grain of two pixels. @param where by the column of a pixel */
export async function grainy(name: SampleFaceName, where: (x: number) => boolean): Promise<FaceView> {
  const face = await faceView(name);
  const { data, width, height } = face.image;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!where(x)) continue;
      const noise = Math.imul((y >> 1) * 7919 + (x >> 1) * 104729 + 1, 0x45d9f3b) >>> 8;
      const light = 0.7 + (0.6 * (noise % 1000)) / 1000;
      for (let k = 3 * (y * width + x), end = k + 3; k < end; k++) data[k] = Math.min(255, light * data[k]);
    }
  }
  return withMasks(face);
}

const at = ({ landmarks }: FaceView, vertex: number): [x: number, y: number] => [
  landmarks[3 * vertex],
  landmarks[3 * vertex + 1],
];

/** @param thickness of the rims, in outer eye distances */
export const glasses =
  (colour: string, thickness: number): Drawing =>
  (face) => {
    const [left, right] = [at(face, 33), at(face, 263)];
    const distance = eyeDistance(face.landmarks);
    const along = (share: number) => [0, 1].map((axis) => left[axis] + share * (right[axis] - left[axis]));
    const lens = ([x, y]: number[]) =>
      `<rect x="${x - 0.25 * distance}" y="${y - 0.15 * distance}" width="${0.5 * distance}" height="${0.36 * distance}" rx="${0.09 * distance}"/>`;
    const [[x1, y1], [x2, y2]] = [along(0.43), along(0.57)];
    const temples = [
      `M ${along(-0.07)} L ${at(face, 127)}`,
      `M ${x1} ${y1} Q ${along(0.5)[0]} ${along(0.5)[1] - 0.06 * distance} ${x2} ${y2}`,
      `M ${along(1.07)} L ${at(face, 356)}`,
    ];
    return `<g fill="none" stroke="${colour}" stroke-width="${thickness * distance}">
      ${lens(along(0.18))}${lens(along(0.82))}${temples.map((path) => `<path d="${path}"/>`).join('')}</g>`;
  };

/** Down to the lids. */
export const thickBrows: Drawing = (face) => {
  const width = 0.09 * eyeDistance(face.landmarks);
  const lines = [
    [70, 53, 52, 65, 55],
    [300, 283, 282, 295, 285],
  ].map((line) => `<path d="M ${line.map((vertex) => at(face, vertex).join(' ')).join(' L ')}"/>`);
  return `<g fill="none" stroke="#33241b" stroke-width="${width}">${lines.join('')}</g>`;
};

/** Strands from the hairline over the brows. */
export const fringe: Drawing = (face) => {
  const [left, right, top] = [at(face, 21), at(face, 251), at(face, 10)];
  const brow = at(face, 105)[1] + 0.1 * eyeDistance(face.landmarks);
  const strands = Array.from({ length: 70 }, (_, i) => {
    const x = left[0] + ((right[0] - left[0]) * i) / 69;
    const shade = 30 + ((i * 37) % 25);
    const tip = brow + ((i * 53) % 17) - 8;
    return `<path d="M ${0.7 * x + 0.3 * top[0]} ${top[1] - 60} Q ${x - 10} ${top[1] + 20} ${x + ((i * 29) % 15) - 7} ${tip}"
      stroke="rgb(${shade + 25},${shade + 8},${shade})"/>`;
  });
  return `<g fill="none" stroke-width="7">${strands.join('')}</g>`;
};

/** Dark hairs between nose and mouth. */
export const moustache: Drawing = (face) => {
  const [left, right, nose, lip] = [at(face, 61), at(face, 291), at(face, 2), at(face, 0)];
  const hairs = Array.from({ length: 90 }, (_, i) => {
    const share = i / 89;
    const x = left[0] + (right[0] - left[0]) * share;
    const from = nose[1] + 6 + ((i * 31) % 9) + 14 * Math.abs(share - 0.5);
    const spread = 22 * (share - 0.5);
    return `<path d="M ${x - spread / 2} ${from} L ${x + spread} ${lip[1] + 2 + ((i * 17) % 8)}"
      stroke="rgb(${35 + ((i * 13) % 20)},28,22)"/>`;
  });
  return `<g fill="none" stroke-width="4">${hairs.join('')}</g>`;
};

/** Crimson, on both lips. */
export const lipstick: Drawing = (face) => {
  const ring = (vertices: readonly number[]) =>
    `M ${vertices.map((vertex) => at(face, vertex).join(' ')).join(' L ')} Z`;
  return `<path d="${ring(outerLipRing)} ${ring(innerLipRing)}" fill="#b0183a" fill-rule="evenodd"/>`;
};

/** Hard light from the right of the picture: a line from the bridge of the nose around its left wing. */
export const sideLight: Drawing = (face) => {
  const line = [193, 198, 129, 98].map((vertex) => at(face, vertex).join(' '));
  const width = 0.03 * eyeDistance(face.landmarks);
  return `<filter id="soft"><feGaussianBlur stdDeviation="${0.2 * width}"/></filter>
    <path d="M ${line.join(' L ')}" fill="none" stroke="#2a120c" stroke-width="${width}" filter="url(#soft)"/>`;
};

/** A line between the lips: teeth of a laugh, or the shadow of a closed mouth. */
export const lineBetweenLips =
  (colour: string): Drawing =>
  (face) => {
    const line = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308].map((vertex) => at(face, vertex).join(' '));
    return `<path d="M ${line.join(' L ')}" fill="none" stroke="${colour}" stroke-width="${0.012 * eyeDistance(face.landmarks)}"/>`;
  };

/** Upright creases of the lower lip. */
export const creasedLips: Drawing = (face) => {
  const step = 0.04 * eyeDistance(face.landmarks);
  const [[x, top], [, bottom]] = [at(face, 14), at(face, 17)];
  const lines = [-3, -2, -1, 0, 1, 2, 3].map((n) => `<path d="M ${x + n * step} ${top} V ${bottom}"/>`);
  return `<g stroke="#301010" stroke-opacity="0.35" stroke-width="${0.3 * step}">${lines.join('')}</g>`;
};

/** The groove around each wing of the nose: a dark line, and a bright one beside it. */
export const nostrilLines: Drawing = (face) => {
  const width = 0.012 * eyeDistance(face.landmarks);
  const line = (vertices: readonly number[], colour: string, aside: number) => {
    const points = vertices.map((vertex) => [at(face, vertex)[0] + aside * width, at(face, vertex)[1]].join(' '));
    return `<path d="M ${points.join(' L ')}" stroke="${colour}"/>`;
  };
  const wings = [
    { groove: [102, 129, 64], outwards: -1 },
    { groove: [331, 358, 294], outwards: 1 },
  ];
  const lines = wings.map(
    ({ groove, outwards }) => line(groove, '#2a120c', 0) + line(groove, '#fff4e8', 1.2 * outwards),
  );
  return `<g fill="none" stroke-width="${width}">${lines.join('')}</g>`;
};

const pointsOfBeard = (face: FaceView): string => {
  const jaw = [61, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 291, 405, 17, 181];
  return jaw.map((vertex) => at(face, vertex).join(',')).join(' ');
};

/** Full, from the corners of the mouth to the jaw. */
export const beard: Drawing = (face) => `<polygon points="${pointsOfBeard(face)}" fill="#2b211b"/>`;

/** As `beard`, with single dark hairs. */
export const beardOfHairs: Drawing = (face) => {
  const [[left, top], [right], [, bottom]] = [at(face, 58), at(face, 288), at(face, 152)];
  const step = 0.02 * eyeDistance(face.landmarks);
  const [columns, rows] = [(right - left) / step, (bottom - top) / step];
  const hairs = Array.from({ length: Math.round(columns * rows) }, (_, i) => {
    const [x, y] = [left + step * (i % columns), top + step * Math.floor(i / columns)];
    const [aside, shade] = [((i * 31) % 7) - 3, 15 + ((i * 17) % 30)];
    return `<path d="M ${x} ${y} l ${0.3 * step * aside} ${2.5 * step}" stroke="rgb(${shade + 8},${shade},15)"/>`;
  });
  return `<clipPath id="jaw"><polygon points="${pointsOfBeard(face)}"/></clipPath>
    <polygon points="${pointsOfBeard(face)}" fill="#5c4636"/>
    <g clip-path="url(#jaw)" stroke-width="${0.4 * step}">${hairs.join('')}</g>`;
};
