// The operator's command, see docs/operations.md: npm run admin -- --help
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/admin.mjs'); // a dynamic import: older versions of Node cannot parse it
