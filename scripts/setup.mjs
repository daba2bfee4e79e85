// Installs packages, converts models and builds, without starting: npm run setup
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/setup.mjs'); // a dynamic import: older versions of Node cannot parse it
