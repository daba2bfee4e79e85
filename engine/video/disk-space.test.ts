import { expect, it } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { assertDiskSpace, estimateEncodedBytes } from './disk-space';

it('a disk that would be filled is refused, saying by how much', async () => {
  const folder = scratchFolder();
  await expect(assertDiskSpace(folder, 1e18)).rejects.toMatchObject({
    code: 'out_of_space',
    message: expect.stringMatching(/^The disk has \d+ MB left .* needs about \d+ MB\. Free some space/),
  });
  await expect(assertDiskSpace(folder, 1)).resolves.toBeUndefined();
});

it('half an hour in 1080p is expected to take gigabytes, not terabytes', () => {
  const bytes = estimateEncodedBytes(30 * 60 * 30, { width: 1920, height: 1080 });
  expect(bytes).toBeGreaterThan(5e8);
  expect(bytes).toBeLessThan(5e9);
});
