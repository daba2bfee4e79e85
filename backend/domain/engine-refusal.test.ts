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

test.each([
  [undefined, 'This picture is animated. Choose a still one.'],
  ['photo', expect.stringMatching(/^This picture is animated .* Save it as a GIF/)],
] as const)('says that a picture is animated, where it should be a %s', (kind, message) => {
  const error = new EngineError('unsupported_type', 'This GIF is animated.', { details: { isAnimated: true } });
  expect(refusalOf(error, kind)).toEqual({ error: 'unsupported_type', message });
});

test('repeats a swap whose device was lost', () => {
  expect(refusalOf(new EngineError('device_lost', 'The thread ended.'))).toBeNull();
});
