// Installs what is missing and runs a TypeScript program: node scripts/run.mjs <file> [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/run.mjs'); // a dynamic import: older versions of Node cannot parse it
