// Runs one of our TypeScript programs with all it needs: node scripts/run.mjs <file> [arguments]
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/run.mjs'); // only now: it is written for the Nodes that passed
