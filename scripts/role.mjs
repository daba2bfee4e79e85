// One role of several machines: node scripts/role.mjs server | api | worker
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/role.mjs'); // older versions of Node cannot parse it
