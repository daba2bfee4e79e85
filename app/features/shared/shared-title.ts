import type { SharedResult } from '#contract/index';

/** `A photo with swapped faces` */
export const sharedTitle = (kind: SharedResult['kind']) =>
  `A ${{ photo: 'photo', gif: 'GIF', video: 'video' }[kind]} with swapped faces`;
