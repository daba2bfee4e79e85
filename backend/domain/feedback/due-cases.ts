import type { AppContext } from '#backend/domain/context';

const HOUR_MS = 3_600_000;
/** Of the 48 hours that a report may take. */
const WARNING_HOURS = 12;

export interface CaseCounts {
  open: number;
  /** Open, and due within twelve hours or overdue. */
  due: number;
  overdue: number;
}

type Deps = Pick<AppContext, 'db' | 'now'>;

export async function countCases({ db, now }: Deps): Promise<CaseCounts> {
  const soon = new Date(now().getTime() + WARNING_HOURS * HOUR_MS);
  const counts = await db
    .selectFrom('takedown_case')
    .where('status', '=', 'open')
    .select(({ fn }) => [
      fn.countAll<string>().as('open'),
      fn.countAll<string>().filterWhere('due_at', '<', soon).as('due'),
      fn.countAll<string>().filterWhere('due_at', '<', now()).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
  return { open: Number(counts.open), due: Number(counts.due), overdue: Number(counts.overdue) };
}

/** Error reports contain it, at each sweep until the cases are closed. */
export async function warnOfDueCases(deps: Deps & Pick<AppContext, 'log'>): Promise<void> {
  const { due, overdue } = await countCases(deps);
  if (due > 0) deps.log.error({ due, overdue }, 'takedown_cases_due');
}
