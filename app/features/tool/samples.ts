/** People rendered for this product, who exist nowhere else. */
export const portraits = [
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

export type Portrait = (typeof portraits)[number];

export const thumbOf = (portrait: Portrait) => `/samples/thumbs/${portrait}.webp`;
export const nameOf = (portrait: Portrait) => portrait[0]!.toUpperCase() + portrait.slice(1);

/** Offered to swap faces in. */
export interface SampleInfo {
  name: string;
  about: string;
  kind: 'photo' | 'gif' | 'video';
  /** Below the public folder. */
  file: string;
  thumb: string;
}

const photo = (portrait: Portrait): SampleInfo => ({
  name: nameOf(portrait),
  about: 'Photo, one person',
  kind: 'photo',
  file: `samples/portraits/${portrait}.jpg`,
  thumb: thumbOf(portrait),
});

export const samples = {
  sofia: photo('sofia'),
  malik: photo('malik'),
  lin: photo('lin'),
  crossing: {
    name: 'Two who meet',
    about: 'Video, 0:04, two people',
    kind: 'video',
    file: 'samples/clips/crossing.mp4',
    thumb: '/samples/thumbs/crossing.webp',
  },
  talk: {
    name: 'A few words',
    about: 'Video, 0:04, one person',
    kind: 'video',
    file: 'samples/clips/talk.mp4',
    thumb: '/samples/thumbs/talk.webp',
  },
  nod: {
    name: 'A turn of the head',
    about: 'GIF, 0:02, one person',
    kind: 'gif',
    file: 'samples/clips/turn.gif',
    thumb: '/samples/thumbs/turn.webp',
  },
} satisfies Record<string, SampleInfo>;

export type Sample = keyof typeof samples;

export const isSample = (name: string | undefined): name is Sample => Object.hasOwn(samples, name ?? '');
export const fileOf = (sample: Sample) => samples[sample].file;

/** Offered as faces. */
export const sampleFaces: Portrait[] = ['kenji', 'freya', 'diego', 'amara', 'otto', 'nadia'];

export const isPortrait = (name: string | undefined): name is Portrait => portraits.includes(name as Portrait);
