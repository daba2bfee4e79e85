/** Of people who do not exist; free without an account. */

export const sampleFaceNames = [
  'amara',
  'diego',
  'elsa',
  'freya',
  'ines',
  'kenji',
  'lin',
  'malik',
  'nadia',
  'otto',
  'sofia',
  'tomas',
] as const;
export type SampleFaceName = (typeof sampleFaceNames)[number];

export const sampleMedia = {
  two: 'scenes/duo.jpg',
  three: 'scenes/group.jpg',
  sofia: 'portraits/sofia.jpg',
  malik: 'portraits/malik.jpg',
  lin: 'portraits/lin.jpg',
  crossing: 'clips/crossing.mp4',
  talk: 'clips/talk.mp4',
  nod: 'clips/turn.gif',
} as const;
export type SampleName = keyof typeof sampleMedia;
export const sampleNames = Object.keys(sampleMedia) as [SampleName, ...SampleName[]];

export const portraitFile = (name: SampleFaceName) => `portraits/${name}.jpg` as const;
export const portraitThumbFile = (name: SampleFaceName) => `thumbs/${name}.webp` as const;
/** Pixels. */
export const portraitSize = { width: 768, height: 960 } as const;
