import { runBuilt } from '../setup/run-built.mjs';

await runBuilt('admin.js');
