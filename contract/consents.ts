/** What is agreed to when a face is added; kept with the account and the time. */
export const faceConsentText = 'This is me, or this person agreed that I use their face here.';

/** What is agreed to when a swap is made; kept with the account and the time. */
export const swapConsentText =
  'I may use this photo or video, and everyone shown and every face’s owner agreed to this swap.';

/** What a buyer states who wants their credits at once (EU Directive 2011/83, Article 16 (m)). */
export const withdrawalConsentText =
  'Start at once. I know that I lose the 14-day right of withdrawal for credits I have used.';
