// The operator's command, see docs/operations.md: npm run admin -- --help
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/admin.mjs'); // only now: it is written for the Nodes that passed
