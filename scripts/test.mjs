// Runs every check, also on a bare clone: npm test. One kind of test: npm test -- unit
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/test.mjs'); // a dynamic import: older versions of Node cannot parse it
