// Runs everything on this machine, also from a bare clone: npm start
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/start.mjs'); // a dynamic import: older versions of Node cannot parse it
