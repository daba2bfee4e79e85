import { runBuilt } from '../setup/run-built.mjs';

await runBuilt('backup.js');
