import { expect, test } from 'vitest';
import { eyeZone, hairSides, laughLines, noseZone, jawFade } from './vertex-weights';
import { lips } from '#engine/mesh/topology';

test('lines of a laugh lie between cheeks and mouth, not on the nose or the lips', () => {
  for (const vertex of [206, 426, 216, 436, 212, 432]) expect(laughLines[vertex], `${vertex}`).toBeGreaterThan(0.9);
  for (const vertex of [98, 327, 102, 331, 118, 347, ...lips]) expect(laughLines[vertex], `${vertex}`).toBe(0);
});

test('hair may hang over temples and sides of the cheeks, not over eyes or mouth', () => {
  for (const vertex of [127, 356, 234, 454, 93, 323]) expect(hairSides[vertex], `${vertex}`).toBe(1);
  for (const vertex of [33, 263, 61, 291, 4, 10, 152]) expect(hairSides[vertex], `${vertex}`).toBe(0);
  for (const [vertex, share] of eyeZone.entries()) if (share === 1) expect(hairSides[vertex]).toBeLessThan(0.5);
});

test('the nose ends at its base', () => {
  for (const vertex of [4, 94, 98, 327]) expect(noseZone[vertex], `${vertex}`).toBeGreaterThan(0.9);
  for (const vertex of [2, 97, 326]) expect(noseZone[vertex], `${vertex}`).toBeLessThan(0.5);
  for (const vertex of [164, 203, 423, 206, 426, 36, 266]) expect(noseZone[vertex], `${vertex}`).toBe(0);
});

test('the jaw fades from its outline inwards, features and what is above the mouth do not', () => {
  for (const vertex of [152, 172, 397, 171, 396, 140, 369]) expect(jawFade[vertex], `${vertex}`).toBeCloseTo(0.4, 5);
  for (const vertex of [208, 428, 32, 262]) expect(jawFade[vertex], `${vertex}`).toBeCloseTo(0.94, 5);
  for (const vertex of [10, 234, 454, 33, 263, 4, 50, 280, ...lips]) expect(jawFade[vertex], `${vertex}`).toBe(1);
});
