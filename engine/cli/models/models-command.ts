import { UsageError, type Command } from '#engine/cli/command';
import { exitCodeHelp } from '#engine/cli/exit-codes';
import { addModel } from './add';
import { benchModel } from './bench';
import { prepareGpu } from './gpu';
import { listModels } from './list';
import { changeRecipes } from './recipe';
import { removeModel } from './remove';
import type { Subcommand } from './subcommand';
import { verifyModels } from './verify';

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: listModels,
  add: addModel,
  verify: verifyModels,
  remove: removeModel,
  recipe: changeRecipes,
  bench: benchModel,
  gpu: prepareGpu,
};

const help = `Manages the neural models that you bring: see docs/neural.md.

${Object.entries(subcommands)
  .map(([name, { help: text }]) => `  npm run models -- ${name} ${text}`)
  .join('\n\n')}

  --dir DIR       folder of the models; default: NEURAL_MODELS_DIR
  --json          print one JSON object
  --help          print this

${exitCodeHelp}`;

export const modelsCommand: Command = {
  help,
  async run([name, ...args], context) {
    const subcommand = name === undefined || !Object.hasOwn(subcommands, name) ? undefined : subcommands[name];
    if (subcommand) return subcommand.run(args, context);
    const problem = name === undefined ? 'A command is missing' : `There is no command "${name}"`;
    throw new UsageError(`${problem}. Use one of ${Object.keys(subcommands).join(', ')}.`);
  },
};
