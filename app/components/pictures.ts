import type { PictureFiles } from '~/components/picture';

/** Widths written by tools/pictures/home.mjs. */
const wide = [800, 1200, 1600];
const tall = [480, 860];
const tile = [600, 1120];

const filesOf = (name: string, widths: number[], type: string) =>
  widths.map((width) => `/art/${name}-${width}.${type} ${width}w`).join(', ');

/** Crops for wide windows and phones. */
function cutTwice(name: string, alt: string): PictureFiles {
  const phone = '(width < 600px)';
  const sizes = '(width >= 1920px) 1360px, (width >= 1280px) 1200px, 100vw';
  return {
    src: `/art/${name}-1200.webp`,
    alt,
    width: 1200,
    height: 640,
    sources: [
      { srcSet: filesOf(`${name}-tall`, tall, 'avif'), type: 'image/avif', media: phone, sizes: '100vw' },
      { srcSet: filesOf(`${name}-tall`, tall, 'webp'), type: 'image/webp', media: phone, sizes: '100vw' },
      { srcSet: filesOf(name, wide, 'avif'), type: 'image/avif', sizes },
      { srcSet: filesOf(name, wide, 'webp'), type: 'image/webp', sizes },
    ],
  };
}

function inTile(name: string): PictureFiles {
  const sizes = '(width >= 960px) 560px, 100vw';
  return {
    src: `/art/${name}-600.webp`,
    alt: '',
    width: 1120,
    height: 700,
    sources: [
      { srcSet: filesOf(name, tile, 'avif'), type: 'image/avif', sizes },
      { srcSet: filesOf(name, tile, 'webp'), type: 'image/webp', sizes },
    ],
  };
}

export const duoBefore = cutTwice(
  'duo-before',
  'Two friends: he has dark hair and brown eyes, she has a red bob and green eyes',
);
export const duoAfter = cutTwice(
  'duo-after',
  'The same two after the swap: each has the other’s face, in their own light',
);

export const streetPicture = inTile('street');
/** `found` holds face boxes in percent. */
export const groupPicture = {
  ...inTile('group'),
  found: [
    { x: 13, y: 27, w: 23, h: 41 },
    { x: 39, y: 20, w: 21, h: 41, on: true },
    { x: 64.5, y: 28.5, w: 23, h: 43 },
  ],
};

export const filmstrip = '/art/filmstrip.webp';
export const previewThumb = '/art/preview.webp';
