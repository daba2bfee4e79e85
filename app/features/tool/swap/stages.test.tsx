import { expect, test } from 'vitest';

import { stagesOf } from './stages';

const states = (...reported: string[]) => stagesOf(reported).map(({ label, state = 'later' }) => `${label}: ${state}`);

test('stages before the current one are done', () => {
  expect(states('waiting', 'reading', 'detecting')).toEqual([
    'Waiting in the queue: done',
    'Read the file: done',
    'Find the faces: now',
    'Swap: later',
    'Label and store: later',
  ]);
  expect(states('writing')).toEqual([
    'Waiting in the queue: done',
    'Read the file: done',
    'Find the faces: done',
    'Swap: done',
    'Label and store: now',
  ]);
});

test('an unknown stage is shown where it was reported, and unmarks no other', () => {
  expect(states('reading', 'swapping', 'sharpening')).toEqual([
    'Waiting in the queue: done',
    'Read the file: done',
    'Find the faces: done',
    'Swap: done',
    'Sharpening: now',
    'Label and store: later',
  ]);
  expect(states('swapping', 'sharpening', 'writing').at(-1)).toBe('Label and store: now');
});

test('a swap that starts again on another machine starts at the queue again', () => {
  expect(states('swapping', 'waiting')[0]).toBe('Waiting in the queue: now');
});
