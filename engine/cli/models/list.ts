import { openPacks } from '#engine/neural/packs/open-packs';
import type { Pack, Packs, Recipe } from '#engine/neural/packs/types';
import { modelsFolder, sellsPlans } from './environment';
import { parse, type Subcommand } from './subcommand';

export const listModels: Subcommand = {
  help: `                              packs and qualities with their states`,
  async run(args, { terminal }) {
    const { values } = parse(args, {}, 0);
    const packs = await openPacks(modelsFolder(values.dir), { sellsPlans: sellsPlans() });
    terminal.out(values.json ? JSON.stringify(summaryOf(packs)) : listing(packs));
  },
};

function summaryOf({ folder, packs, recipes }: Packs) {
  return { folder, packs: packs.map(packSummary), qualities: recipes.map(recipeSummary) };
}

export function packSummary({ id, state, fault, file, manifest }: Pack) {
  const { type, name, sha256, licence } = manifest ?? {};
  return { id, state, ...(manifest && { type, name, sha256, licence }), file, ...(fault && { fault }) };
}

function recipeSummary({ packs: _packs, fingerprint, ...recipe }: Recipe) {
  return { ...recipe, fingerprint, state: recipe.fault ? 'unavailable' : 'ready' };
}

function listing({ folder, packs, recipes }: Packs): string {
  if (packs.length === 0) return `No models in ${folder}. Add one with \`npm run models -- add FILE\`.`;
  const lines = packs.flatMap(({ id, state, fault, manifest }) => [
    `${id}  ${manifest?.type ?? '?'}  ${state}  ${licenceOf(manifest)}`.trimEnd(),
    ...(fault ? [`  ${fault.message}`] : []),
  ]);
  const qualities = recipes.flatMap(({ id, name, swapper, boost, priceFactor, fault }) => [
    `${id}  "${name}"  ${swapper}${boost ? ` at ${boost}` : ''}  price × ${priceFactor}  ${fault ? 'unavailable' : 'ready'}`,
    ...(fault ? [`  ${fault.message}`] : []),
  ]);
  return [`Packs in ${folder}`, ...lines, '', 'Qualities', ...(qualities.length > 0 ? qualities : ['none'])].join('\n');
}

function licenceOf(manifest: Pack['manifest']): string {
  if (!manifest) return '';
  const { id, commercial, accepted } = manifest.licence;
  const use = commercial ? '' : accepted?.grant ? ', non-commercial, with a grant' : ', non-commercial';
  return `${id}${use}`;
}
