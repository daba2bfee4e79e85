import { expect, test } from 'vitest';

import { ticksOf } from './lanes';

test.each([
  [{ start_ms: 0, end_ms: 4_000 }, [0, 1_000, 2_000, 3_000, 4_000]],
  [{ start_ms: 2_900, end_ms: 9_300 }, [4_000, 6_000, 8_000]],
  [{ start_ms: 0, end_ms: 1_800_000 }, [0, 600_000, 1_200_000, 1_800_000]],
  [{ start_ms: 100, end_ms: 400 }, [100, 400]],
])('the time axis of %j has round times', (part, ticks) => {
  expect(ticksOf(part)).toEqual(ticks);
});
