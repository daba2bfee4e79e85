import { packError } from './fault';
import type { PackManifest } from './manifest';

/** @throws EngineError `model_unlicensed` */
export function assertAccepted({ id, licence }: PackManifest): void {
  if (licence.accepted) return;
  const where = licence.url ? ` at ${licence.url}` : '';
  throw packError(
    'model_unlicensed',
    `The licence of the pack ${id} (${licence.id}) is not accepted. Read it${where}, then run \`npm run models -- verify ${id} --accept-licence ${quoted(licence.id)}\`.`,
  );
}

/** @param sellsPlans credits cost money here @throws EngineError `model_unlicensed` */
export function assertMayBeSold({ id, licence }: PackManifest, sellsPlans: boolean): void {
  if (!sellsPlans || licence.commercial || licence.accepted?.grant) return;
  throw packError(
    'model_unlicensed',
    `The licence of the pack ${id} (${licence.id}) does not allow commercial use, and this site sells plans. Remove the pack, or state the permission that you have: \`npm run models -- verify ${id} --grant "contract of …"\`.`,
  );
}

const quoted = (text: string) => (/^[\w.-]+$/.test(text) ? text : `"${text}"`);
