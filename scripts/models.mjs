// Manages neural models: node scripts/models.mjs list|add|verify|remove|recipe|bench|gpu [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/models.mjs'); // older versions of Node cannot parse it
