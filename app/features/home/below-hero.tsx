import type { loadHome } from './load-home.server';
import { ClosingCall } from './closing-call';
import { Demo } from './demo';
import { FairQuestions } from './fair-questions';
import { Offers } from './offers';
import { Promises } from './promises';
import { ThreeSteps } from './three-steps';
import { TwoKinds } from './two-kinds';

type Offer = Awaited<ReturnType<typeof loadHome>>['offer'];

/** Below the first screen of a phone. */
export function BelowHero({ offer }: { offer: Offer }) {
  return (
    <>
      <Demo />
      <ThreeSteps photoPrice={offer?.prices.photo} />
      <TwoKinds />
      <Promises />
      {offer && offer.plans.length > 0 ? <Offers {...offer} /> : null}
      <FairQuestions />
      <ClosingCall prices={offer?.prices} />
    </>
  );
}
