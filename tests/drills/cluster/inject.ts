import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Cluster } from './cluster';
import type { Fault, RoleName } from './plan';

const execute = promisify(execFile);

/** @returns undoes the fault */
export async function applyFault(cluster: Cluster, fault: Fault): Promise<() => Promise<void>> {
  const { machines, network, store, database } = cluster;
  switch (fault.kind) {
    case 'kill':
      await machines[fault.target].kill();
      return async () => machines[fault.target].revive();
    case 'stop':
      machines[fault.target].signal('SIGSTOP');
      return async () => machines[fault.target].signal('SIGCONT');
    case 'cut':
      await network.cut(fault.target);
      return () => network.mend(fault.target);
    case 'slow':
      await network.slow(fault.target);
      return () => network.mend(fault.target);
    case 'disk':
      return fillDisk(cluster.dataOf(fault.target));
    case 'store':
      store.fail(fault.error);
      return async () => store.fail('none');
    case 'database':
      await database.stop(fault.mode);
      return () => database.start();
    case 'clock':
      stepClock(cluster, fault.target, fault.seconds);
      return async () => stepClock(cluster, fault.target, 0);
  }
}

/** The role writes meanwhile: what was free a moment ago may not fit any more. */
async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'filler');
  for (;;) {
    const { bavail, bsize } = await statfs(folder);
    const isFull = await execute('fallocate', ['-l', String(bavail * bsize), file]).then(
      () => true,
      () => bavail === 0,
    );
    if (isFull) return () => rm(file, { force: true });
  }
}

function stepClock({ machines, dataOf }: Cluster, role: RoleName, seconds: number): void {
  writeFileSync(join(dataOf(role), 'clock'), String(seconds));
  machines[role].signal('SIGUSR2');
}
