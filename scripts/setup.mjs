// Packages, programs, models and the build, without starting anything: npm run setup
import { requireNode } from './setup/node-version.mjs';

requireNode();

const { reportFailure } = await import('./setup/failure.mjs');
const { prepareAndBuild } = await import('./setup/prepare.mjs');

await reportFailure(prepareAndBuild);
