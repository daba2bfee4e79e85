import { sql } from 'kysely';
import type { Quality, rules, Tool } from '#contract';
import type { Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { pricesIn, type ToolBase } from '#backend/domain/tool/tools';

/** The engine's own swapper: every worker can run it. */
export const MESH = 'mesh';

/** Workers renew their rows three times as often. */
const availableWithin = '30 seconds';
/** Orders of it still wait for a worker to come back. */
const knownWithin = '10 minutes';

interface KnownQuality {
  id: string;
  name: string;
  kinds: readonly rules.MediaKind[];
  priceFactor: number;
  isAvailable: boolean;
}

const kinds = ['photo', 'gif', 'video'] as const;
const mesh: KnownQuality = { id: MESH, name: 'Standard', kinds, priceFactor: 1, isAvailable: true };

type Context = Pick<AppContext, 'db' | 'policy'>;

/** `mesh` first, then by price and name. Of workers that differ, the newest row counts. */
async function knownQualities(db: Db): Promise<KnownQuality[]> {
  const rows = await db
    .selectFrom('worker_quality')
    .distinctOn('quality')
    .select(['quality as id', 'name', 'kinds', 'price_factor as priceFactor'])
    .select(sql<boolean>`seen_at > now() - ${availableWithin}::interval`.as('isAvailable'))
    .where('seen_at', '>', sql<Date>`now() - ${knownWithin}::interval`)
    .orderBy('quality')
    .orderBy('seen_at', 'desc')
    .execute();
  return [mesh, ...rows.sort((a, b) => a.priceFactor - b.priceFactor || a.name.localeCompare(b.name))];
}

/** The operator's, or `mesh` while no worker has it. */
function defaultOf({ policy }: Pick<Context, 'policy'>, known: KnownQuality[]): KnownQuality {
  return known.find(({ id }) => id === policy.defaultQuality) ?? mesh;
}

type Chosen = Pick<KnownQuality, 'id' | 'name' | 'priceFactor'>;

/** Those that can be swapped in now; the one without a choice first. */
export async function qualitiesFor(deps: Context, kind: rules.MediaKind): Promise<Chosen[]> {
  const known = await knownQualities(deps.db);
  const usual = usualFor(deps, known, kind);
  return [
    usual,
    ...known.filter((quality) => quality !== usual && quality.isAvailable && quality.kinds.includes(kind)),
  ];
}

function usualFor(deps: Context, known: KnownQuality[], kind: rules.MediaKind): KnownQuality {
  const usual = defaultOf(deps, known);
  return usual.kinds.includes(kind) ? usual : mesh;
}

/** @throws AppError `invalid_input` naming the qualities for this kind */
export async function chooseQuality(deps: Context, kind: rules.MediaKind, wanted: string | undefined): Promise<Chosen> {
  if (wanted === MESH) return mesh;
  const known = await knownQualities(deps.db);
  if (wanted === undefined) return usualFor(deps, known, kind);
  const suitable = known.filter(({ kinds }) => kinds.includes(kind));
  const chosen = suitable.find(({ id }) => id === wanted);
  if (chosen) return chosen;
  const message = `There is no quality ${wanted} for a ${kind}. Choose one of ${suitable.map(({ id }) => id).join(', ')}.`;
  throw new AppError('invalid_input', { message, fields: { quality: message } });
}

export async function withQualities(deps: Context, tool: ToolBase): Promise<Tool> {
  const known = await knownQualities(deps.db);
  const usual = defaultOf(deps, known);
  const qualities = known.map((quality): Quality => {
    const { id, name, kinds, priceFactor, isAvailable } = quality;
    const prices = pricesIn(tool.prices, priceFactor);
    return { id, name, kinds: [...kinds], prices, available: isAvailable, default: quality === usual };
  });
  return { ...tool, prices: pricesIn(tool.prices, usual.priceFactor), qualities };
}
