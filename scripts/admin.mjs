// See docs/operations.md: npm run admin -- --help
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/admin.mjs'); // older versions of Node cannot parse it
