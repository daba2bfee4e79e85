import { reportFailure } from '../setup/failure.mjs';
import { prepareAndBuild } from '../setup/prepare.mjs';

await reportFailure(prepareAndBuild);
