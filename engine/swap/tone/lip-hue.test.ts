import { expect, test } from 'vitest';
import { lightness, lipsInNewLight, type LipColours } from './lip-hue';

const brown: LipColours = {
  photo: [158, 113, 105],
  photoSkin: [152, 117, 97],
  skin: [195, 171, 164],
  target: [183, 104, 104],
};

const redness = ([red, green]: readonly number[]) => red / green;
const blueness = ([, green, blue]: readonly number[]) => blue / green;

test('lips of brown skin do not turn lilac on pale skin', () => {
  const { colour, lipstick } = lipsInNewLight(brown, 0);
  const relit = brown.photo.map((value, k) => (value * brown.skin[k]) / brown.photoSkin[k]);
  expect(lipstick).toBe(0);
  expect(blueness(relit)).toBeGreaterThan(1.06);
  expect(blueness(colour)).toBeLessThan(1.03);
  expect(redness(relit)).toBeLessThan(1.24);
  expect(redness(colour)).toBeGreaterThan(1.28);
  expect(lightness(colour) / lightness(relit)).toBeCloseTo(1, 1);
});

test('in blue light lips are blue', () => {
  const skin = [150, 140, 160];
  const { colour } = lipsInNewLight({ ...brown, skin }, 0);
  expect(blueness(colour)).toBeGreaterThan(1.2);
});

test.each([
  ['blue', [150, 100, 112]],
  ['pale', [120, 104, 96]],
])('lips that are %s in the photo stay so', (_, photo) => {
  const { colour } = lipsInNewLight({ ...brown, photo, skin: brown.photoSkin }, 0);
  expect(blueness(colour)).toBeCloseTo(blueness(photo), 1);
  expect(redness(colour)).toBeCloseTo(redness(photo), 1);
});

test('pink lips of tanned skin are neither blue nor pale on fair skin', () => {
  const tanned = { photo: [163, 101, 107], photoSkin: [184, 125, 111], skin: [198, 159, 145], target: [171, 55, 60] };
  const { colour } = lipsInNewLight(tanned, 0);
  expect(blueness(colour)).toBeLessThan(1.03); // 1.06
  expect(redness(colour)).toBeGreaterThan(1.39); // 1.34
});

test('lips of ruddy skin are paler on sallow skin, and as red on skin as ruddy', () => {
  const ruddy: LipColours = {
    photo: [178, 82, 86],
    photoSkin: [194, 122, 103],
    skin: [208, 178, 161],
    target: [182, 125, 122],
  };
  const overSkin = (face: LipColours) => redness(lipsInNewLight(face, 0).colour) / redness(face.skin);
  const ofPhoto = redness(ruddy.photo) / redness(ruddy.photoSkin);
  expect(overSkin(ruddy)).toBeLessThan(0.93 * ofPhoto);
  expect(overSkin(ruddy)).toBeGreaterThan(0.85 * ofPhoto);
  expect(overSkin({ ...ruddy, skin: ruddy.photoSkin })).toBeCloseTo(ofPhoto, 2);
});

const madeUp: LipColours = {
  photo: [170, 30, 50],
  photoSkin: [214, 180, 170],
  skin: [200, 160, 140],
  target: [150, 100, 92],
};

test('below a moustache lips have the hue of lips, not of lipstick', () => {
  const ofSkin = (moustache: number) => redness(lipsInNewLight(madeUp, moustache).colour) / redness(madeUp.skin);
  expect(lipsInNewLight(madeUp, 1).removed).toBe(1);
  expect(ofSkin(1)).toBeLessThan(1.6);
  expect(ofSkin(1)).toBeGreaterThan(1.2);
  expect(ofSkin(0)).toBeGreaterThan(2);
  expect(ofSkin(0)).toBeLessThan(3);
});

test('lipstick stays where the target wears some, moustache or not', () => {
  const worn = { ...madeUp, target: [170, 40, 55] };
  const { removed, targetLipstick } = lipsInNewLight(worn, 1);
  expect(targetLipstick).toBe(1);
  expect(removed).toBe(0);
});
