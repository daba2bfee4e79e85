import path from 'node:path';
import { EngineError } from '#engine/errors';
import { writeWhole } from '#engine/media/write-picture';
import { packManifest, type PackLicence } from '#engine/neural/packs/manifest';
import { readJson } from '#engine/neural/packs/read-json';
import { openPacks, PACK_FILE } from '#engine/neural/packs/open-packs';
import { UsageError } from '#engine/cli/command';
import { absent } from './absent';
import { modelsFolder, operatorName, sellsPlans } from './environment';
import { packSummary } from './list';
import { parse, type Subcommand } from './subcommand';

const options = { 'accept-licence': { type: 'string' }, grant: { type: 'string' } } as const;

export const verifyModels: Subcommand = {
  help: `[ID] [--accept-licence NAME] [--grant TEXT]
                  reads every file again, compares checksum and signature, and runs the self-test`,
  async run(args, { terminal }) {
    const { values, positionals } = parse(args, options, 1);
    const [id] = positionals;
    const folder = modelsFolder(values.dir);
    if (values['accept-licence'] !== undefined || values.grant !== undefined) {
      if (id === undefined) throw new UsageError('Name the pack whose licence you accept.');
      await accept(folder, id, values['accept-licence'], values.grant);
    }
    const { packs } = await openPacks(folder, { sellsPlans: sellsPlans(), again: true });
    const verified = id === undefined ? packs : packs.filter((pack) => pack.id === id);
    if (id !== undefined && verified.length === 0) throw absent(folder, id);
    if (values.json) terminal.out(JSON.stringify({ packs: verified.map(packSummary) }));
    else
      terminal.out(
        verified.map(({ id, state, fault }) => `${id}  ${fault?.message ?? state}`).join('\n') || 'No packs.',
      );
    const fault = verified.find((pack) => pack.fault)?.fault;
    if (fault && !values.json) throw new EngineError(fault.code, 'Not all packs can be used.');
    if (fault) throw new EngineError(fault.code, fault.message);
  },
};

async function accept(folder: string, id: string, name: string | undefined, grant: string | undefined): Promise<void> {
  if (!packManifest.shape.id.safeParse(id).success) throw absent(folder, id);
  const file = path.join(folder, id, PACK_FILE);
  const manifest = await readJson(file, packManifest);
  if (!manifest) throw absent(folder, id);
  const { licence } = manifest;
  if (name !== undefined && name !== licence.id) {
    throw new UsageError(`The licence of ${id} is ${licence.id}, not ${name}.`);
  }
  if (name === undefined && !licence.accepted)
    throw new UsageError(`Accept the licence, too: --accept-licence ${licence.id}`);
  const accepted = acceptance(licence, grant);
  await writeWhole(file, `${JSON.stringify({ ...manifest, licence: { ...licence, accepted } }, null, 2)}\n`);
}

export function acceptance(
  { accepted }: Pick<PackLicence, 'accepted'>,
  grant = accepted?.grant,
): PackLicence['accepted'] {
  return { by: operatorName(), at: new Date().toISOString(), ...(grant !== undefined && { grant }) };
}
