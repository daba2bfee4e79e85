import { spawn } from 'node:child_process';

import { reportFailure } from '../setup/failure.mjs';
import { packagesMatchLock } from '../setup/packages.mjs';
import { prepare } from '../setup/prepare.mjs';
import { inRoot } from '../setup/root.mjs';

await reportFailure(async () => {
  const isBareClone = !packagesMatchLock();
  if (isBareClone) await prepare(); // another program may parse stdout
  const [file, ...args] = process.argv.slice(2);
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), inRoot(file), ...args], {
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
