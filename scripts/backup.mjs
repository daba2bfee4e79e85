// See docs/backup.md: npm run backup -- --help
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/backup.mjs'); // older versions of Node cannot parse it
