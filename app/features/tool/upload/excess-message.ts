import { batchLimits } from '#contract/batch-limits';

/** @param excess number of files beyond the limit */
export const excessMessage = (excess: number) =>
  `At most ${batchLimits.photos} photos at once: ${excess} ${excess === 1 ? 'was' : 'were'} left out.`;
