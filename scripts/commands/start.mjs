import { pathToFileURL } from 'node:url';

import { dataDirectoryFrom, requireSpace, requireWritable } from '../setup/disk.mjs';
import { loadEnvironment } from '../setup/environment.mjs';
import { faultsOf, reportFailure, SetupFailure } from '../setup/failure.mjs';
import { requirePorts } from '../setup/port.mjs';
import { prepareAndBuild } from '../setup/prepare.mjs';
import { inRoot, root } from '../setup/root.mjs';

const SPACE_FOR_DATA = 500e6;

const built = (name) => import(pathToFileURL(inRoot(`build/${name}.js`)).href);

/** @throws SetupFailure that names the faults of the settings, too: otherwise the next start would */
async function requireAll(...checks) {
  const faults = await faultsOf(...checks);
  if (faults.length === 0) return;
  const settings = await built('settings').catch(() => undefined); // no build, or its packages are missing
  throw new SetupFailure([...faults, ...(settings?.faultsOfSettings() ?? [])].join('\n'));
}

function requireDataDirectory() {
  const directory = dataDirectoryFrom(process.env.DATA_DIR);
  if (!directory) return;
  requireWritable(directory);
  requireSpace(directory, SPACE_FOR_DATA, 'uploads and results');
}

const requireOwnPorts = () => requirePorts(process.env);

await reportFailure(async () => {
  process.chdir(root);
  await requireAll(loadEnvironment, requireDataDirectory, requireOwnPorts);
  console.log('Faceswap');
  await requireAll(prepareAndBuild);
  await requireAll(requireOwnPorts); // another start may have waited for the same set-up
  await built('launch');
});
