import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { packId } from '#engine/neural/packs/manifest';
import { openPacks } from '#engine/neural/packs/open-packs';
import { UsageError } from '#engine/cli/command';
import { absent } from './absent';
import { modelsFolder } from './environment';
import { parse, type Subcommand } from './subcommand';

export const removeModel: Subcommand = {
  help: `ID                     deletes a pack with its file`,
  async run(args, { terminal }) {
    const { values, positionals } = parse(args, {}, 1);
    const [id] = positionals;
    if (id === undefined) throw new UsageError('Name the pack to remove.');
    const folder = modelsFolder(values.dir);
    const leaving = path.join(folder, `.removing-${id}`);
    if (!packId.safeParse(id).success || !(await moved(path.join(folder, id), leaving))) {
      throw absent(folder, id);
    }
    await rm(leaving, { recursive: true, force: true });
    const { recipes } = await openPacks(folder);
    const broken = recipes.filter(({ fault }) => fault).map((recipe) => recipe.id);
    if (values.json) return terminal.out(JSON.stringify({ removed: id, unavailable: broken }));
    const rest = broken.length > 0 ? ` Qualities that cannot run now: ${broken.join(', ')}.` : '';
    terminal.out(`Removed ${id}.${rest}`);
  },
};

const moved = (from: string, to: string) =>
  rename(from, to).then(
    () => true,
    () => false,
  );
