import { z } from 'zod/v4';

const share = () =>
  z.coerce.number('Give a number from 0 to 1, such as 0.85.').min(0, 'At least 0.').max(1, 'At most 1.');

const wholeNumber = (max: number) =>
  z.coerce.number(`Give a whole number from 0 to ${max}.`).int().min(0, 'At least 0.').max(max, `At most ${max}.`);

export const moderationSettings = {
  MODERATION_NUDITY: share().default(0.85),
  MODERATION_NUDITY_MINOR: share().default(0.6),
  MODERATION_MINOR_AGE: wholeNumber(100).default(21),
  MODERATION_STRIKES: wholeNumber(1000).default(3),
};

type Settings = { [N in keyof typeof moderationSettings]: z.output<(typeof moderationSettings)[N]> };

export const moderationPolicy = (config: Settings) => ({
  nudity: config.MODERATION_NUDITY,
  nudityWithMinor: config.MODERATION_NUDITY_MINOR,
  minorAge: config.MODERATION_MINOR_AGE,
  strikes: config.MODERATION_STRIKES,
});
