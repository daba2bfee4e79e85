// Runs the sources; pages reload on changes: npm run dev
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/dev.mjs'); // older versions of Node cannot parse it
