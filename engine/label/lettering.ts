/** Independent of installed fonts. Capitals are 7 units high, y grows down, the baseline is at 7. */
interface Letter {
  readonly path: string;
  readonly width: number;
}

const bowl = 'M0 4.6 A2.4 2.4 0 1 1 4.8 4.6 A2.4 2.4 0 1 1 0 4.6';

const letters: Record<string, Letter> = {
  A: { path: 'M0 7 L2.7 0 L5.4 7 M1 4.6 H4.4', width: 5.4 },
  I: { path: 'M0 0 V7', width: 0 },
  O: { path: 'M0 3.5 A3.4 3.5 0 1 1 6.8 3.5 A3.4 3.5 0 1 1 0 3.5', width: 6.8 },
  a: { path: `${bowl} M4.8 2.3 V7`, width: 4.8 },
  d: { path: `${bowl} M4.8 -0.4 V7`, width: 4.8 },
  e: { path: 'M0.1 4.5 H4.7 A2.35 2.35 0 1 0 4.1 6.2', width: 4.7 },
  f: { path: 'M2.6 -0.2 C1.3 -0.5 0.9 0.3 0.9 1.4 V7 M0 2.5 H2.3', width: 2.4 },
  g: { path: `${bowl} M4.8 2.3 V7.2 C4.8 8.6 3.9 9.3 2.5 9.3 C1.5 9.3 0.8 9 0.3 8.4`, width: 4.8 },
  i: { path: 'M0 2.3 V7 M0 0.1 V0.12', width: 0 },
  l: { path: 'M0 -0.4 V7', width: 0 },
  m: {
    path: 'M0 7 V2.3 M0 4.2 C0 2.8 0.8 2.2 1.7 2.2 S3.3 2.8 3.3 4.2 V7 M3.3 4.2 C3.3 2.8 4.1 2.2 5 2.2 S6.6 2.8 6.6 4.2 V7',
    width: 6.6,
  },
  n: { path: 'M0 7 V2.3 M0 4.2 C0 2.8 0.9 2.2 2 2.2 S3.9 2.8 3.9 4.2 V7', width: 3.9 },
  o: { path: bowl, width: 4.8 },
  r: { path: 'M0 7 V2.3 M0 4.3 C0.1 2.9 0.9 2.2 2.2 2.3', width: 2.2 },
};

const LETTER_GAP = 1.75;
const WORD_GAP = 4.6;
export const CAPITAL_HEIGHT = 7;

/** At (0, 0); width in units. */
export function drawText(text: string): { svg: string; width: number } {
  let x = 0;
  let svg = '';
  for (const character of text) {
    if (character === ' ') {
      x += WORD_GAP - LETTER_GAP;
      continue;
    }
    const letter = letters[character];
    if (!letter) throw new Error(`the label's lettering has no "${character}"`);
    svg += `<path transform="translate(${x.toFixed(2)} 0)" d="${letter.path}"/>`;
    x += letter.width + LETTER_GAP;
  }
  return { svg, width: x - LETTER_GAP };
}
