// Prepares without starting: npm run setup
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/setup.mjs'); // older versions of Node cannot parse it
