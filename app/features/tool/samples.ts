import { sampleFaceNames, sampleMedia, type SampleName } from '#shared/sample-media';

/** Rendered people who do not exist. */
export const portraits = sampleFaceNames;

export type Portrait = (typeof portraits)[number];

export const portraitThumb = (portrait: Portrait) => `/samples/thumbs/${portrait}.webp`;
export const portraitName = (portrait: Portrait) => portrait[0]!.toUpperCase() + portrait.slice(1);

export interface SampleInfo {
  name: string;
  about: string;
  kind: 'photo' | 'gif' | 'video';
  thumb: string;
}

const photo = (portrait: Portrait): SampleInfo => ({
  name: portraitName(portrait),
  about: 'Photo, one person',
  kind: 'photo',
  thumb: portraitThumb(portrait),
});

export const samples = {
  two: {
    name: 'Two friends',
    about: 'Photo, two people',
    kind: 'photo',
    thumb: '/samples/thumbs/duo.webp',
  },
  three: {
    name: 'Three of them',
    about: 'Photo, three people',
    kind: 'photo',
    thumb: '/samples/thumbs/group.webp',
  },
  sofia: photo('sofia'),
  malik: photo('malik'),
  lin: photo('lin'),
  crossing: {
    name: 'Two who meet',
    about: 'Video, 0:04, two people',
    kind: 'video',
    thumb: '/samples/thumbs/crossing.webp',
  },
  talk: {
    name: 'A few words',
    about: 'Video, 0:04, one person',
    kind: 'video',
    thumb: '/samples/thumbs/talk.webp',
  },
  nod: {
    name: 'A turn of the head',
    about: 'GIF, 0:02, one person',
    kind: 'gif',
    thumb: '/samples/thumbs/turn.webp',
  },
} satisfies Record<SampleName, SampleInfo>;

export type Sample = keyof typeof samples;

export const isSample = (name: string | null | undefined): name is Sample => Object.hasOwn(samples, name ?? '');
/** Relative to public/. */
export const samplePath = (sample: Sample) => `samples/${sampleMedia[sample]}`;

export const sampleFaces: Portrait[] = ['kenji', 'freya', 'diego', 'amara', 'otto', 'nadia'];

const samplePrefix = 'sample-';

/** Stands for a sample face outside the library. */
export const sampleChoice = (portrait: Portrait) => samplePrefix + portrait;

export function portraitOf(choice: string): Portrait | undefined {
  const name = choice.startsWith(samplePrefix) ? choice.slice(samplePrefix.length) : null;
  return isPortrait(name) ? name : undefined;
}

export const isPortrait = (name: string | null | undefined): name is Portrait => portraits.includes(name as Portrait);
