// Runs a TypeScript program: node scripts/run.mjs <file> [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/run.mjs'); // older versions of Node cannot parse it
