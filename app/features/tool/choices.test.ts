import { expect, test } from 'vitest';

import { choicesQuery, pairingQuery, parseChoices } from './choices';

test('a form tells who gets which face, the preferred one first and none twice', () => {
  const fields = { 'face.p1': 'a,b,a,,c', 'face.p2': '', intent: 'create', 'face.x': 'e' };
  expect(parseChoices(Object.entries(fields))).toEqual({ p1: 'a,b,c' });
});

test('an address keeps the choices of a form', () => {
  const choices = { p1: 'a,b', p3: 'c' };
  const address = new URLSearchParams(choicesQuery(choices));
  expect(parseChoices(address)).toEqual(choices);
});

test.each(['mesh', 'high'])('a swap is repeated in its quality, %s, whatever the default', (quality) => {
  expect(pairingQuery({ bindings: { p1: ['a', 'b'] }, quality })).toEqual({ 'face.p1': 'a,b', quality });
});
