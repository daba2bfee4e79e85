import path from 'node:path';
import { EngineError } from '#engine/errors';
import { writeWhole } from '#engine/media/write-picture';
import { openPacks, RECIPES_FILE } from '#engine/neural/packs/open-packs';
import { readJson } from '#engine/neural/packs/read-json';
import { recipeList, recipeManifest, type RecipeManifest } from '#engine/neural/packs/recipe-manifest';
import { wholeNumber } from '#engine/cli/arguments';
import { UsageError } from '#engine/cli/command';
import { modelsFolder, sellsPlans } from './environment';
import { parse, share, type Subcommand } from './subcommand';

const options = {
  name: { type: 'string' },
  swapper: { type: 'string' },
  boost: { type: 'string' },
  weight: { type: 'string' },
  masks: { type: 'string' },
  occluder: { type: 'string' },
  parser: { type: 'string' },
  enhancer: { type: 'string' },
  blend: { type: 'string' },
  'clip-blend': { type: 'string' },
  fidelity: { type: 'string' },
  'price-factor': { type: 'string' },
} as const;

type Values = Partial<Record<keyof typeof options, string>>;

export const changeRecipes: Subcommand = {
  help: `set ID --swapper PACK [--name NAME] [--boost PIXELS] [--weight 0–1] [--masks box,own,occlusion,region]
                  [--enhancer PACK --blend PERCENT --clip-blend PERCENT --fidelity 0–1]
                  [--price-factor N]
                  writes a quality that users can choose
  npm run models -- recipe remove ID              removes it`,
  async run(args, { terminal }) {
    const { values, positionals } = parse(args, options, 2);
    const [action, id] = positionals;
    if ((action !== 'set' && action !== 'remove') || id === undefined) {
      throw new UsageError('Say what to do: recipe set ID …, or recipe remove ID.');
    }
    const folder = modelsFolder(values.dir);
    const file = path.join(folder, RECIPES_FILE);
    const listed = (await readJson(file, recipeList)) ?? [];
    const before = listed.find((recipe) => recipe.id === id);
    const others = listed.filter((recipe) => recipe.id !== id);
    if (action === 'remove' && !before) {
      throw new EngineError('model_missing', `There is no quality ${id} in ${file}.`);
    }
    const changed = action === 'set' ? [...others, recipeOf(id, values, before)] : others;
    await writeWhole(file, `${JSON.stringify(changed, null, 2)}\n`);
    const { recipes } = await openPacks(folder, { sellsPlans: sellsPlans() });
    const fault = recipes.find((recipe) => recipe.id === id)?.fault;
    if (values.json) terminal.out(JSON.stringify({ qualities: changed, ...(fault && { fault }) }));
    else terminal.out(fault ? `Written, but it cannot run: ${fault.message}` : `${file}: ${changed.length} qualities`);
  },
};

/** What is not given stays as it was. */
function recipeOf(id: string, values: Values, before: RecipeManifest | undefined): RecipeManifest {
  const { name, swapper, masks, occluder, parser, enhancer } = values;
  const given = {
    name,
    swapper,
    boost: wholeNumber(values.boost, '--boost'),
    weight: share(values.weight, '--weight'),
    masks: masks?.split(',').filter(Boolean),
    occluder,
    parser,
    enhancer: enhancer === 'none' ? null : enhancer,
    blend: wholeNumber(values.blend, '--blend'),
    clipBlend: wholeNumber(values['clip-blend'], '--clip-blend'),
    fidelity: share(values.fidelity, '--fidelity'),
    priceFactor: values['price-factor'] === undefined ? undefined : Number(values['price-factor']),
  };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const recipe = recipeManifest.safeParse({ name: id, ...before, ...present, id });
  if (recipe.success) return recipe.data;
  const problems = recipe.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageError(`The quality ${id} is not valid: ${problems.join('; ')}`);
}
