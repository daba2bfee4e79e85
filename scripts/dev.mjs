// The stack from its sources, pages reloading as they change: npm run dev
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/dev.mjs'); // only now: it is written for the Nodes that passed
