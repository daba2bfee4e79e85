import { formatNumber } from '#shared/format-number';
import type { Tool } from '#contract/index';

export type CreditPrices = Tool['prices'];

export function describeCredits(credits: number, prices: CreditPrices): string {
  const photos = Math.floor(credits / prices.photo);
  return `About ${formatNumber(photos)} photos, or ${videoTime(Math.floor(credits / prices.video_second))} of video`;
}

function videoTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes >= 10) return `${formatNumber(minutes)} minutes`;
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : ''].filter(Boolean).join(' ');
}
