import { main } from './main';
import { swapCommand } from './swap-command';

await main(swapCommand);
