import type { OverlayOptions } from 'sharp';
import { CAPITAL_HEIGHT, drawText } from './lettering';

/** Pixels of a badge 24 high, as in the web application. */
const badge = { height: 24, padding: 9, icon: 14, gap: 5, radius: 6, capitals: 8.8, margin: 14 } as const;
const colours = 'fill="#0e0b0a" fill-opacity="0.78"';
const stroke = 'fill="none" stroke="#f7f1ec" stroke-linecap="round" stroke-linejoin="round"';
/** 24 units square. */
const tagIcon = 'M4 4h8l8 8-8 8-8-8zM8 8v.1';

/** Usual display area in the web application, pixels. */
const stage = { width: 880, height: 576 } as const;
/** Share of the shorter side. */
const smallestShare = 0.042;
const largestShare = 0.05;
const SMALLEST = 14;

function plateHeight(width: number, height: number): number {
  const short = Math.min(width, height);
  const asBadge = badge.height * Math.max(width / stage.width, height / stage.height);
  const wanted = Math.min(largestShare * short, Math.max(smallestShare * short, asBadge));
  return Math.max(SMALLEST, Math.round(wanted));
}

export function watermarkOverlay(width: number, height: number): OverlayOptions {
  const { input, plateWidth, margin } = drawPlate('AI modified', plateHeight(width, height), tagIcon);
  return { input, left: Math.max(0, width - plateWidth - margin), top: margin };
}

export function originalOverlay(width: number, height: number): OverlayOptions {
  const { input, margin } = drawPlate('Original', plateHeight(width, height));
  return { input, left: margin, top: margin };
}

function drawPlate(words: string, high: number, icon?: string) {
  const text = drawText(words);
  const size = badge.capitals / CAPITAL_HEIGHT;
  const textLeft = badge.padding + (icon ? badge.icon + badge.gap : 0);
  const wide = textLeft + text.width * size + badge.padding;
  const plateWidth = Math.round((high * wide) / badge.height);
  const iconTop = (badge.height - badge.icon) / 2;
  const textTop = (badge.height - badge.capitals) / 2;
  const drawnIcon = icon
    ? `<path transform="translate(${badge.padding} ${iconTop}) scale(${badge.icon / 24})" d="${icon}" stroke-width="2" ${stroke}/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${plateWidth}" height="${high}" viewBox="0 0 ${wide} ${badge.height}">
    <rect width="${wide}" height="${badge.height}" rx="${badge.radius}" ${colours}/>${drawnIcon}
    <g transform="translate(${textLeft} ${textTop}) scale(${size})" stroke-width="1.2" ${stroke}>${text.svg}</g>
  </svg>`;
  return { input: Buffer.from(svg), plateWidth, margin: Math.round((high * badge.margin) / badge.height) };
}
