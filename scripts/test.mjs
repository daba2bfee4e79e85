// Every check there is, on a bare clone too: npm test. One kind of test: npm test -- unit
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/test.mjs'); // only now: it is written for the Nodes that passed
