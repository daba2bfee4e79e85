import { setTimeout as pause } from 'node:timers/promises';

import type { Drill } from './drill';
import { bodies } from './attacks/bodies';
import { connections } from './attacks/connections';
import { disk } from './attacks/disk';
import { faces } from './attacks/faces';
import { frames } from './attacks/frames';
import { slow } from './attacks/slow';

/** Baseline without an attack. */
const quiet: Drill = {
  name: 'quiet',
  title: 'no attack',
  run: async () => {
    await pause(5_000);
    return { outcome: '', faults: [] };
  },
};

export const drills: readonly Drill[] = [quiet, ...bodies, ...connections, ...faces, ...frames, ...disk, ...slow];
