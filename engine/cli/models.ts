import { main } from './main';
import { modelsCommand } from './models/models-command';

await main(modelsCommand);
