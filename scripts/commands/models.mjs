import { loadEnvironment } from '../setup/environment.mjs';
import { reportFailure } from '../setup/failure.mjs';

await reportFailure(async () => loadEnvironment());
process.argv.splice(2, 0, 'models');
await import('./engine.mjs');
