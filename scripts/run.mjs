// Runs one of our TypeScript programs with all it needs: node scripts/run.mjs <file> [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();

const { spawn } = await import('node:child_process');
const { reportFailure } = await import('./setup/failure.mjs');
const { packagesMatchLock } = await import('./setup/packages.mjs');
const { prepare } = await import('./setup/prepare.mjs');
const { inRoot } = await import('./setup/root.mjs');

await reportFailure(async () => {
  const isBareClone = !packagesMatchLock();
  if (isBareClone) await prepare(); // else silent: what the program prints may be read by another
  const [file, ...args] = process.argv.slice(2);
  const child = spawn(process.execPath, ['--import', 'tsx', inRoot(file), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
});
