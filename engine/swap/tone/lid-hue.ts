import type { Grid } from '#engine/swap/geometry/grid/grid';
import { mix } from '#engine/swap/ops/curves';
import type { Tone } from './tone';

/** Share that stays. */
const own = 0.55;

/** Make-up and veins of lids are violet and blue, which looks like a bruise on other skin and in other light. */
export function easeLidHue({ lids, fromTarget }: Grid, { hue }: Tone): void {
  for (let i = 0; i < hue.length; i++) hue[i] *= mix(1, own, lids[i] * (1 - fromTarget[i]));
}
