// Everything on this machine, from a bare clone to a running site: npm start
import { requireNode } from './setup/node-version.mjs';

requireNode();
import('./commands/start.mjs'); // only now: it is written for the Nodes that passed
