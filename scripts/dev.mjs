// Runs the stack from its sources; pages reload on changes: npm run dev
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/dev.mjs'); // a dynamic import: older versions of Node cannot parse it
