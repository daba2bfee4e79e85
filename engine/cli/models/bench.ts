import { EngineError } from '#engine/errors';
import { specOf } from '#engine/neural/packs/pack-spec';
import { openPacks } from '#engine/neural/packs/open-packs';
import { selfTest } from '#engine/neural/packs/self-test';
import { signatureOf } from '#engine/neural/packs/signature';
import { isReady } from '#engine/neural/packs/types';
import { UsageError } from '#engine/cli/command';
import { modelsFolder, sellsPlans } from './environment';
import { parse, type Subcommand } from './subcommand';

const RUNS = 3;

export const benchModel: Subcommand = {
  help: `ID                      time of one run on the CPU: the best of ${RUNS}`,
  async run(args, { terminal, signal }) {
    const { values, positionals } = parse(args, {}, 1);
    const [id] = positionals;
    if (id === undefined) throw new UsageError('Name the pack to measure.');
    const folder = modelsFolder(values.dir);
    const { packs } = await openPacks(folder, { sellsPlans: sellsPlans() });
    const pack = packs.find((candidate) => candidate.id === id);
    if (!pack) throw new EngineError('model_missing', `There is no pack ${id} in ${folder}.`);
    if (!isReady(pack)) throw new EngineError(pack.fault!.code, pack.fault!.message);
    let best = Infinity;
    for (let run = 0; run < RUNS; run++) {
      if (signal.aborted) throw new EngineError('aborted', 'The operation was cancelled.');
      best = Math.min(best, await selfTest(pack.file, signatureOf(specOf(pack.manifest))));
    }
    const ms = Math.round(best * 10) / 10;
    if (values.json) terminal.out(JSON.stringify({ id, device: 'cpu', ms }));
    else terminal.out(`${id}: ${ms} ms a run on the CPU`);
  },
};
