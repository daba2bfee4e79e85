import { loadDefaultTool } from '~/features/tool/default-tool.server';
import { log } from '~/server/log.server';
import { apiAddress, getVisitor, type Api, type RouteArgs } from '~/server/guards.server';

const patienceMs = 1_000;
const freshMs = 60_000;

type Offer = Awaited<ReturnType<typeof askForOffer>>;

/** By API URL: each domain may have its own. Not by host: a client may name any. */
const remembered = new Map<string, { offer: Offer; until: number }>();

/** Cached for a minute, empty while the API is unreachable. The page waits briefly only. */
export async function loadHome(args: RouteArgs): Promise<{ offer: Offer | null }> {
  const { baseUrl } = apiAddress(args.request, args.context);
  const known = remembered.get(baseUrl);
  if (known && known.until > performance.now()) return { offer: known.offer };
  const { api } = await getVisitor(args);
  try {
    const offer = await inTime(askForOffer(api));
    remembered.set(baseUrl, { offer, until: performance.now() + freshMs });
    return { offer };
  } catch (error) {
    log.warn({ err: error }, 'home_page_without_plans');
    return { offer: known?.offer ?? null };
  }
}

async function askForOffer(api: Api) {
  const [{ items }, { prices }] = await Promise.all([api('payment_products', { type: 'sub' }), loadDefaultTool(api)]);
  return { plans: items.filter(({ period }) => period === 'month'), prices };
}

/** @throws Error on timeout */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms.`)), patienceMs);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
