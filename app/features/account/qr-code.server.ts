import { encode } from 'uqr';

export interface QrCode {
  /** Modules per side, with the margin of four that readers need. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
  return { size, path };
}
