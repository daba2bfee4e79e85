import { expect, test } from 'vitest';
import { EngineError } from '#engine/errors';
import { refusalOf } from './engine-refusal';
import { qualityUnavailable } from './quality/unavailable';

test.each([
  'model_missing',
  'model_altered',
  'model_unfit',
  'model_unlicensed',
  'device_unavailable',
  'device_memory',
] as const)('ends a swap without a usable model: %s', (code) => {
  const refusal = refusalOf(new EngineError(code, 'Run `npm run models -- verify` in /srv/models.'));
  expect(refusal).toEqual(qualityUnavailable);
});

test('repeats a swap whose device was lost', () => {
  expect(refusalOf(new EngineError('device_lost', 'The thread ended.'))).toBeNull();
});
