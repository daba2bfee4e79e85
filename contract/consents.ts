/** Stored with account and time. */
export const faceConsentText = 'This is me, or this person agreed that I use their face here.';

/** Stored with account and time. */
export const swapConsentText =
  'I may use this photo or video, and everyone shown and every face’s owner agreed to this swap.';

/** EU Directive 2011/83, Article 16 (m). */
export const withdrawalConsentText =
  'Start at once. I know that I lose the 14-day right of withdrawal for credits I have used.';
