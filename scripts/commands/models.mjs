import { loadEnvironment } from '../setup/environment.mjs';

loadEnvironment();
process.argv.splice(2, 0, 'models');
await import('./engine.mjs');
