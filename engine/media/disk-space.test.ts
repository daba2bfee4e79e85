import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { assertDiskSpace, estimateEncodedBytes } from './disk-space';

test('a full disk is rejected with available and required space', async () => {
  const folder = scratchFolder();
  await expect(assertDiskSpace(folder, 1e18)).rejects.toMatchObject({
    code: 'out_of_space',
    message: expect.stringMatching(/^The disk has \d+ MB left .* needs about \d+ MB\. Free some space/),
  });
  await expect(assertDiskSpace(folder, 1)).resolves.toBeUndefined();
});

test('half an hour of 1080p is estimated at gigabytes', () => {
  const bytes = estimateEncodedBytes(30 * 60 * 30, { width: 1920, height: 1080 });
  expect(bytes).toBeGreaterThan(5e8);
  expect(bytes).toBeLessThan(5e9);
});
