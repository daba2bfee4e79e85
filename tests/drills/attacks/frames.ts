import { addFace, upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

import type { Drill } from '#tests/drills/drill';
import { frameBomb } from '#tests/drills/frame-bomb';

const faces = 5;
/** An idle worker takes one, a busy one several. */
const mostSeconds = 15;

let bomb: Buffer;

export const frames: Drill[] = [
  {
    name: 'frames',
    title: '2 videos with frames of 16,000 × 16,000',
    async prepare() {
      bomb = await frameBomb();
    },
    async run({ attacker, member }) {
      await upload(attacker, attacker, bomb, 'one.avi');
      await upload(attacker, attacker, bomb, 'two.avi');
      const faults: string[] = [];
      let longest = 0;
      for (let n = 0; n < faces; n++) {
        const begun = performance.now();
        await addFace(member, portraitBytes('otto')).catch((error: Error) => faults.push(error.message));
        longest = Math.max(longest, (performance.now() - begun) / 1000);
      }
      if (longest > mostSeconds) faults.push(`another user waited ${longest.toFixed(1)} s for a face`);
      return { outcome: `another user’s faces took at most ${longest.toFixed(1)} s`, faults };
    },
  },
];
