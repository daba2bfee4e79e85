// Also on a bare clone: npm test. One kind: npm test -- unit
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/test.mjs'); // older versions of Node cannot parse it
