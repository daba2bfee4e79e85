// Also from a bare clone: npm start
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/start.mjs'); // older versions of Node cannot parse it
