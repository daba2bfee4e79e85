import { facesCommand } from './faces-command';
import { main } from './main';

await main(facesCommand);
