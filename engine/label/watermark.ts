import type { OverlayOptions } from 'sharp';
import { CAPITAL_HEIGHT, drawText } from './lettering';

/** Height relative to the picture's shorter side. */
const SHARE = 0.05;
const SMALLEST = 14;
/** Units of the lettering. */
const PADDING_X = 5;
const PADDING_Y = 4.2;

/** Scaled to the picture, at its top right. */
export function watermarkOverlay(width: number, height: number): OverlayOptions {
  const text = drawText('AI modified');
  const unitsWide = text.width + 2 * PADDING_X;
  const unitsHigh = CAPITAL_HEIGHT + 2 * PADDING_Y;
  const plateHeight = Math.max(SMALLEST, Math.round(Math.min(width, height) * SHARE));
  const plateWidth = Math.round((plateHeight * unitsWide) / unitsHigh);
  const margin = Math.round(plateHeight * 0.5);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${plateWidth}" height="${plateHeight}" viewBox="0 0 ${unitsWide} ${unitsHigh}">
    <rect width="${unitsWide}" height="${unitsHigh}" rx="${unitsHigh / 3}" fill="#101014" fill-opacity="0.66"/>
    <g transform="translate(${PADDING_X} ${PADDING_Y})" fill="none" stroke="#fff" stroke-width="1.05" stroke-linecap="round" stroke-linejoin="round">${text.svg}</g>
  </svg>`;
  return { input: Buffer.from(svg), left: Math.max(0, width - plateWidth - margin), top: margin };
}
