import { uuidv7 } from 'uuidv7';
import { inTransaction } from '#backend/db/connect';
import { postEntry } from '#backend/domain/credits/ledger';
import { recordAct, type OperatorContext } from './context';
import { requireExistingAccountId } from './find';

interface Gift {
  account: string;
  credits: number;
  /** Shown to the account's owner. */
  reason: string;
}

export async function grantCredits(
  deps: OperatorContext,
  { account, credits, reason }: Gift,
): Promise<{ balance: number }> {
  const accountId = await requireExistingAccountId(deps.db, account);
  return inTransaction(deps.db, async (trx) => {
    const reference = `operator:${uuidv7()}`;
    await postEntry(trx, { accountId, kind: 'grant', delta: credits, reference, note: reason });
    await recordAct(deps, 'credits_granted', { accountId, detail: `${credits} credits: ${reason}` }, trx);
    return trx.selectFrom('wallet').select('balance').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  });
}
