// Packages, programs, models and the build, without starting anything: npm run setup
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/setup.mjs'); // only now: it is written for the Nodes that passed
