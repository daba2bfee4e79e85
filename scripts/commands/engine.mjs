import { pathToFileURL } from 'node:url';

import { isNewerThanSources } from '../setup/newer-than-sources.mjs';
import { inRoot } from '../setup/root.mjs';

const commands = ['faces', 'swap', 'models'];
const usageExitCode = 2;

const [name = ''] = process.argv.splice(2, 1);
const program = inRoot('build', `${name}.js`);

if (!commands.includes(name)) {
  console.error(`Name a command: node scripts/engine.mjs ${commands.join('|')} [arguments]. Each has --help.`);
  process.exitCode = usageExitCode;
} else if (isNewerThanSources(program)) await import(pathToFileURL(program).href);
else {
  process.argv.splice(2, 0, `engine/cli/${name}.ts`);
  await import('./run.mjs');
}
