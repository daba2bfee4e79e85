import { type z } from 'zod/v4';
import { numberBetween, wholeNumber } from './number';

const share = () => numberBetween(0, 1, 'Give a number from 0 to 1, such as 0.85.');

export const moderationSettings = {
  MODERATION_NUDITY: share().default(0.85),
  MODERATION_NUDITY_MINOR: share().default(0.6),
  MODERATION_MINOR_AGE: wholeNumber(0, 100).default(21),
  MODERATION_STRIKES: wholeNumber(0, 1000).default(3),
};

type Settings = { [N in keyof typeof moderationSettings]: z.output<(typeof moderationSettings)[N]> };

export const moderationPolicy = (config: Settings) => ({
  nudity: config.MODERATION_NUDITY,
  nudityWithMinor: config.MODERATION_NUDITY_MINOR,
  minorAge: config.MODERATION_MINOR_AGE,
  strikes: config.MODERATION_STRIKES,
});
