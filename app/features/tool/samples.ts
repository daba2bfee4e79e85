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

/** Offered as photos to swap faces in, and as faces to put into them. */
export const samplePhotos: Portrait[] = ['sofia', 'malik', 'lin'];
export const sampleFaces: Portrait[] = ['kenji', 'freya', 'diego', 'amara', 'otto', 'nadia'];

export const thumbOf = (portrait: Portrait) => `/samples/thumbs/${portrait}.webp`;
export const nameOf = (portrait: Portrait) => portrait[0]!.toUpperCase() + portrait.slice(1);
export const isPortrait = (name: string | undefined): name is Portrait => portraits.includes(name as Portrait);
