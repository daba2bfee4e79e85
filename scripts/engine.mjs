// Runs a command of the engine: node scripts/engine.mjs faces|swap|models [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/engine.mjs'); // older versions of Node cannot parse it
